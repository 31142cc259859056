/* Calls the models of snprintf and its like and the machine's own functions with the same random formats and arguments,
   and reports the first difference. */
#include "c_models_driver.h"
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

DECLARE(snprintf) DECLARE(vsnprintf) DECLARE(sprintf) DECLARE(vsprintf) DECLARE(asprintf) DECLARE(vasprintf)
extern int model___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
extern int model___sprintf_chk(char *, int, size_t, const char *, ...);
extern int model___asprintf_chk(char **, int, const char *, ...);
extern int model___vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int model___vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int model___vasprintf_chk(char **, int, const char *, va_list);
extern const char *wanted_text;

/* Compares one call; the buffers have exactly the room that is asked for. */
#define COMPARE(...) \
  do { \
    char real[600], *mine = malloc(room + !room), *whole = malloc(600), *made; \
    memset(real, 7, sizeof real), memset(mine, 7, room + !room); \
    int x = snprintf(real, sizeof real, format, __VA_ARGS__); \
    wanted_text = real; \
    int y = model_snprintf(room ? mine : 0, room, format, __VA_ARGS__); \
    if (room > 0 && (size_t)x >= room) real[room - 1] = 0; \
    same(x == y && (room == 0 || strcmp(real, mine) == 0), "snprintf"); \
    snprintf(real, sizeof real, format, __VA_ARGS__); \
    wanted_text = real; \
    y = model_sprintf(whole, format, __VA_ARGS__); \
    same(x == y && strcmp(real, whole) == 0, "sprintf"); \
    if (exact) { \
      same(model_asprintf(&made, format, __VA_ARGS__) == x && strcmp(made, real) == 0, "asprintf"); \
      free(made); \
      same(model___snprintf_chk(mine, room, 1, room, format, __VA_ARGS__) == x, "__snprintf_chk"); \
      same(model___sprintf_chk(whole, 1, 600, format, __VA_ARGS__) == x, "__sprintf_chk"); \
      same(model___asprintf_chk(&made, 1, format, __VA_ARGS__) == x, "__asprintf_chk"); \
      free(made); \
    } \
    free(mine), free(whole); \
  } while (0)

static long long integer(void) {
  static const long long special[] = {0, 1, -1, 9, 10, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 255, 65535, 4294967295};
  if (below(2)) return special[below(12)];
  return (long long)((unsigned long long)below(~0U) << 32 | below(~0U)) >> below(63);
}

static void formats(void) {
  static const char *const sizes[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
  static const char *const texts[] = {"", "a", "hello", "a longer text, with %d in it"};
  char format[80] = "", part[20];
  size_t room = below(3) ? 40 + below(20) : below(12);
  int exact = 1, width = (int)below(24) - 12, precision = (int)below(12) - 2;
  if (below(3) == 0) strcat(format, "<%%> ");
  strcat(format, "%");
  for (unsigned i = below(4); i > 0; i--) strncat(format, &"-+ #0"[below(5)], 1);
  unsigned stars = below(4);
  if (stars & 1) strcat(format, "*");
  else if (below(2)) sprintf(part, "%u", below(20)), strcat(format, part);
  if (stars & 2) strcat(format, ".*");
  else if (below(2)) sprintf(part, ".%u", below(12)), strcat(format, below(4) ? part : ".");
  char kind = "diuoxXcspnfeEgGaA"[below(17)];
  context = format;
#define BY_STARS(value) \
  switch (stars) { \
    case 0: COMPARE(value); break; \
    case 1: COMPARE(width, value); break; \
    case 2: COMPARE(precision, value); break; \
    default: COMPARE(width, precision, value); \
  }
  switch (kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': {
      unsigned size = below(8);
      long long value = integer();
      strcat(format, sizes[size]), strncat(format, &kind, 1), strcat(format, "|");
      if (size <= 2) BY_STARS((int)value)
      else BY_STARS(value)
      break;
    }
    case 'c': {
      int value = (int)(1 + below(255));
      strcat(format, "c|");
      BY_STARS(value)
      break;
    }
    case 's': {
      const char *value = texts[below(4)];
      strcat(format, "s|");
      BY_STARS(value)
      break;
    }
    case 'p':
      strcat(format, "p|");
      BY_STARS((void *)0)
      break;
    case 'n': {
      int mine = 0;
      model_snprintf(0, 0, "%s%5d%n%%", &mine == 0 ? "" : texts[room % 4], 3, &mine);
      same(mine == (int)strlen(texts[room % 4]) + 5, "%n");
      break;
    }
    default: {
      double value = number();
      exact = 0;
      memmove(format, strchr(format, '%'), strlen(format));
      if (format[1] == '%') memmove(format, format + 4, strlen(format) - 3);
      memmove(format, strrchr(format, '%'), strlen(strrchr(format, '%')) + 1);
      strncat(format, &kind, 1);
      room = 500;
      BY_STARS(value)
    }
  }
}

static int listed(int way, char *to, char **made, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = way == 0 ? model_vsnprintf(to, 9, format, list) : way == 1 ? model_vsprintf(to, format, list)
      : way == 2 ? model_vasprintf(made, format, list) : way == 3 ? model___vsnprintf_chk(to, 9, 1, 9, format, list)
      : way == 4 ? model___vsprintf_chk(to, 1, 9, format, list) : model___vasprintf_chk(made, 1, format, list);
  va_end(list);
  return length;
}

int main(void) {
  for (int i = 0; i < 40000; i++) formats();
  for (int way = 0; way < 6; way++) {
    char *to = malloc(9), *made = to;
    same(listed(way, to, &made, "%d%s%c", 10, "bcd", 'x') == 6 && strcmp(made, "10bcdx") == 0, "a list");
    if (made != to) free(made);
    free(to);
  }
  puts("equal");
  return 0;
}
