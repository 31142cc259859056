/* models: getopt getopt_long getopt_long_only optarg optind opterr optopt */
/* assumption getopt: as in the GNU C library, without POSIXLY_CORRECT */
/* assumption getopt_long: as in the GNU C library, without POSIXLY_CORRECT */
/* assumption getopt_long_only: as in the GNU C library, without POSIXLY_CORRECT */
#include "vexil.h"

char *optarg = 0;
int optind = 1, opterr = 1, optopt = '?';

/* <getopt.h> */
struct __vexil_option {
  const char *name;
  int has_argument;
  int *flag;
  int value;
};

/* The rest of a group of letters; arguments that were passed over are those from the first to the last. */
static char *__vexil_letters;
static int __vexil_first, __vexil_last;
static _Bool __vexil_begun;

char *strchr(const char *s, int c);

/* Bring the options from the last one on before the arguments that were passed over. */
static void __vexil_exchange(char **arguments) {
  for (int option = __vexil_last, to = __vexil_first; option < optind; option++, to++) {
    char *moved = arguments[option];
    for (int i = option; i > to; i--) arguments[i] = arguments[i - 1];
    arguments[to] = moved;
  }
  __vexil_first += optind - __vexil_last;
  __vexil_last = optind;
}

static _Bool __vexil_is_plain(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

static int __vexil_lacking(const char *letters, int option) {
  optopt = option;
  return letters[0] == ':' ? ':' : '?';
}

/* How much of the option's name the argument has: 0 none of it, 1 a beginning, 2 all. */
static int __vexil_match(const char *argument, const char *name, int length) {
  for (int i = 0; i < length; i++)
    if (name[i] != argument[i]) return 0;
  return name[length] == 0 ? 2 : 1;
}

static int __vexil_long_option(int count, char **arguments, const char *letters, const struct __vexil_option *options,
                               int *index, _Bool only) {
  int length = 0, found = -1;
  _Bool exact = 0, ambiguous = 0;
  while (__vexil_letters[length] != 0 && __vexil_letters[length] != '=') length++;
  for (int i = 0; options[i].name != 0 && !exact; i++) {
    int match = __vexil_match(__vexil_letters, options[i].name, length);
    if (match == 2) {
      exact = 1;
      found = i;
    } else if (match == 1 && found < 0) {
      found = i;
    } else if (match == 1 && (only || options[found].has_argument != options[i].has_argument
                              || options[found].flag != options[i].flag || options[found].value != options[i].value)) {
      ambiguous = 1;
    }
  }
  if (found < 0 && only && arguments[optind][1] != '-' && strchr(letters, *__vexil_letters) != 0) return -1;
  char *value = __vexil_letters[length] == '=' ? __vexil_letters + length + 1 : 0;
  __vexil_letters = 0;
  optind++;
  if (found < 0 || (ambiguous && !exact)) {
    optopt = 0;
    return '?';
  }
  const struct __vexil_option *option = &options[found];
  if (value != 0 && option->has_argument == 0) {
    optopt = option->value;
    return '?';
  }
  optarg = value;
  if (value == 0 && option->has_argument == 1) {
    if (optind >= count) return __vexil_lacking(letters, option->value);
    optarg = arguments[optind++];
  }
  if (index != 0) *index = found;
  if (option->flag == 0) return option->value;
  *option->flag = option->value;
  return 0;
}

/* Go to the next option; gives whether there is one. */
static _Bool __vexil_next_option(int count, char **arguments, char order) {
  if (__vexil_last > optind) __vexil_last = optind;
  if (__vexil_first > optind) __vexil_first = optind;
  if (order == 0) {
    if (__vexil_first != __vexil_last && __vexil_last != optind) __vexil_exchange(arguments);
    else if (__vexil_last != optind) __vexil_first = optind;
    while (optind < count && __vexil_is_plain(arguments[optind])) optind++;
    __vexil_last = optind;
  }
  if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && arguments[optind][2] == 0) {
    optind++;
    if (__vexil_first != __vexil_last && __vexil_last != optind) __vexil_exchange(arguments);
    else if (__vexil_first == __vexil_last) __vexil_first = optind;
    __vexil_last = count;
    optind = count;
  }
  if (optind != count) return 1;
  if (__vexil_first != __vexil_last) optind = __vexil_first;
  return 0;
}

static int __vexil_letter_option(int count, char **arguments, const char *letters) {
  char letter = *__vexil_letters++;
  const char *option = letter == ':' || letter == ';' ? 0 : strchr(letters, letter);
  if (*__vexil_letters == 0) optind++;
  if (option == 0) {
    optopt = (unsigned char)letter;
    return '?';
  }
  if (option[1] != ':') return (unsigned char)letter;
  char *rest = __vexil_letters;
  __vexil_letters = 0;
  if (*rest != 0) {
    optarg = rest;
    optind++;
  } else if (option[2] != ':') {
    if (optind == count) return __vexil_lacking(letters, (unsigned char)letter);
    optarg = arguments[optind++];
  }
  return (unsigned char)letter;
}

static int __vexil_getopt(int count, char *const *given, const char *letters, const struct __vexil_option *options,
                          int *index, _Bool only) {
  char **arguments = (char **)given, order = 0;
  optarg = 0;
  if (count < 1) return -1;
  if (optind == 0 || !__vexil_begun) {
    if (optind == 0) optind = 1;
    __vexil_first = __vexil_last = optind;
    __vexil_letters = 0;
    __vexil_begun = 1;
  }
  if (*letters == '-' || *letters == '+') order = *letters++;
  if (__vexil_letters == 0 || *__vexil_letters == 0) {
    if (!__vexil_next_option(count, arguments, order)) return -1;
    char *argument = arguments[optind];
    if (__vexil_is_plain(argument)) {
      if (order == '+') return -1;
      optarg = argument;
      optind++;
      return 1;
    }
    if (options != 0 && argument[1] == '-') {
      __vexil_letters = argument + 2;
      return __vexil_long_option(count, arguments, letters, options, index, only);
    }
    __vexil_letters = argument + 1;
    if (options != 0 && only && (argument[2] != 0 || strchr(letters, argument[1]) == 0)) {
      int result = __vexil_long_option(count, arguments, letters, options, index, only);
      if (result != -1) return result;
    }
  }
  return __vexil_letter_option(count, arguments, letters);
}

int getopt(int count, char *const *arguments, const char *letters) {
  return __vexil_getopt(count, arguments, letters, 0, 0, 0);
}

int getopt_long(
    int count, char *const *arguments, const char *letters, const struct __vexil_option *options, int *index) {
  return __vexil_getopt(count, arguments, letters, options, index, 0);
}

int getopt_long_only(
    int count, char *const *arguments, const char *letters, const struct __vexil_option *options, int *index) {
  return __vexil_getopt(count, arguments, letters, options, index, 1);
}
