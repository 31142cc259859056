/* models: snprintf vsnprintf sprintf vsprintf asprintf vasprintf __snprintf_chk __vsnprintf_chk __sprintf_chk __vsprintf_chk __asprintf_chk __vasprintf_chk */
#include "stdio_format.h"

/* Where text goes, how much of it is kept, and how much there was. */
struct __vexil_sink {
  char *to;
  unsigned long room, count;
};

static void __vexil_put(struct __vexil_sink *sink, char c) {
  if (sink->count < sink->room) sink->to[sink->count] = c;
  sink->count++;
}

static void __vexil_put_times(struct __vexil_sink *sink, char c, int times) {
  for (; times > 0; times--) __vexil_put(sink, c);
}

/* The digits of a number from the last one on; gives where they begin. Few bits are quicker to divide. */
static int __vexil_digits(char *digits, int end, unsigned long long value, unsigned base, char ten) {
  unsigned low = (unsigned)value;
  while (value > 0xffffffffU) {
    unsigned digit = (unsigned)(value % base);
    digits[--end] = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
    value /= base;
    low = (unsigned)value;
  }
  for (; low > 0; low /= base) {
    unsigned digit = low % base;
    digits[--end] = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
  }
  return end;
}

static void __vexil_put_integer(
    struct __vexil_sink *sink, struct __vexil_conversion *how, char kind, unsigned long long value, char sign) {
  char digits[24];
  unsigned base = kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
  int start = __vexil_digits(digits, 24, value, base, kind == 'X' ? 'A' : 'a');
  int zeros = (how->precision < 0 ? 1 : how->precision) - (24 - start);
  _Bool prefix = how->alternate && base == 16 && value != 0;
  if (how->alternate && base == 8 && zeros <= 0 && (value != 0 || how->precision == 0)) zeros = 1;
  if (zeros < 0) zeros = 0;
  int length = (sign != 0) + 2 * prefix + zeros + (24 - start), padding = how->width - length;
  if (how->zeros && !how->left && how->precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if (!how->left) __vexil_put_times(sink, ' ', padding);
  if (sign != 0) __vexil_put(sink, sign);
  if (prefix) {
    __vexil_put(sink, '0');
    __vexil_put(sink, kind);
  }
  __vexil_put_times(sink, '0', zeros);
  for (int i = start; i < 24; i++) __vexil_put(sink, digits[i]);
  if (how->left) __vexil_put_times(sink, ' ', padding);
}

/* A text whose characters are not computed, with a length between two bounds. */
static void __vexil_put_some(struct __vexil_sink *sink, struct __vexil_conversion *how, int least, int most) {
  int length = least == most ? least : __vexil_choose_range(least, most);
  if (length < how->width) length = how->width;
  __vexil_adds("the text of floating-point numbers and addresses is any text of its length");
  for (; length > 0; length--) {
    char c = 0;
    if (sink->count < sink->room) c = (char)__vexil_choose_range(' ', '~');
    __vexil_put(sink, c);
  }
}

/* How many characters a number can have, which is not computed. */
static void __vexil_put_float(struct __vexil_sink *sink, struct __vexil_conversion *how, char kind, double value) {
  int precision = how->precision < 0 ? 6 : how->precision, fraction = precision > 0 || how->alternate ? precision + 1 : 0;
  int sign = how->plus || how->blank || value < 0.0, may_sign = sign || value == 0.0;
  double size = value < 0.0 ? -value : value, limit = 10.0;
  if (!(size <= __DBL_MAX__)) {
    __vexil_put_some(sink, how, 3, 4);
  } else if (kind == 'f' || kind == 'F') {
    int whole = 1, more = 0;
    for (; whole < 20 && size >= limit; whole++) limit *= 10.0;
    if (size >= limit) more = 289;
    else if (size + 1.0 >= limit) more = 1;
    __vexil_put_some(sink, how, sign + whole + fraction, may_sign + whole + more + fraction);
  } else if (kind == 'e' || kind == 'E') {
    __vexil_put_some(sink, how, sign + 1 + fraction + 4, may_sign + 1 + fraction + 5);
  } else if (kind == 'g' || kind == 'G') {
    __vexil_put_some(sink, how, 1, precision + 8);
  } else {
    __vexil_put_some(sink, how, 6, how->precision < 0 ? 24 : fraction + 10);
  }
}

static void __vexil_put_string(struct __vexil_sink *sink, struct __vexil_conversion *how, const char *text) {
  int length = 0;
  if (how->width > 0 || how->precision >= 0)
    while ((how->precision < 0 || length < how->precision) && text[length] != 0) length++;
  if (!how->left) __vexil_put_times(sink, ' ', how->width - length);
  if (how->width > 0 || how->precision >= 0)
    for (int i = 0; i < length; i++) __vexil_put(sink, text[i]);
  else
    for (; text[length] != 0; length++) __vexil_put(sink, text[length]);
  unsigned long written = sink->count < sink->room ? sink->count : sink->room;
  if (written != 0)
    __VEXIL_DEMAND_APART(sink->to, written, text, length, "no overlap of what is formatted and where it goes");
  if (how->left) __vexil_put_times(sink, ' ', how->width - length);
}

static void __vexil_put_character(struct __vexil_sink *sink, struct __vexil_conversion *how, char c) {
  if (!how->left) __vexil_put_times(sink, ' ', how->width - 1);
  __vexil_put(sink, c);
  if (how->left) __vexil_put_times(sink, ' ', how->width - 1);
}

/* Positions of arguments, wide characters and conversions of other libraries: what is written is not known. */
static void __vexil_put_unknown(struct __vexil_sink *sink) {
  struct __vexil_conversion none = {0};
  __vexil_drops("conversions for wide characters, by position and from other libraries are any text of up to 64 characters");
  __vexil_put_some(sink, &none, 0, 64);
}

static void __vexil_convert(
    struct __vexil_sink *sink, struct __vexil_conversion *how, char kind, struct __vexil_arguments *arguments) {
  switch (kind) {
    case '%':
      __vexil_put(sink, '%');
      break;
    case 'd': case 'i': {
      long long value = __vexil_integer(arguments, how->size == 16 ? 8 : how->size, 1);
      char sign = value < 0 ? '-' : how->plus ? '+' : how->blank ? ' ' : 0;
      unsigned long long size = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
      __vexil_put_integer(sink, how, kind, size, sign);
      break;
    }
    case 'u': case 'o': case 'x': case 'X':
      __vexil_put_integer(
          sink, how, kind, (unsigned long long)__vexil_integer(arguments, how->size == 16 ? 8 : how->size, 0), 0);
      break;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
      __vexil_put_float(sink, how, kind, __vexil_float(arguments, how->size));
      break;
    case 'c':
      if (how->wide) {
        __vexil_integer(arguments, 4, 0);
        __vexil_put_unknown(sink);
      } else {
        __vexil_put_character(sink, how, (char)__vexil_integer(arguments, 4, 1));
      }
      break;
    case 's': {
      const char *text = __vexil_pointer(arguments);
      if (how->wide) __vexil_put_unknown(sink);
      else __vexil_put_string(sink, how, text);
      break;
    }
    case 'p':
      if (__vexil_pointer(arguments) == 0) how->precision = -1, __vexil_put_string(sink, how, "(nil)");
      else __vexil_put_some(sink, how, 3, how->precision < 16 ? 20 : how->precision + 4);
      break;
    case 'n':
      __vexil_store_count(__vexil_pointer(arguments), how->size, sink->count);
      break;
    default:
      __vexil_put_unknown(sink);
  }
}

static int __vexil_format(struct __vexil_sink *sink, const char *format, struct __vexil_arguments *arguments) {
  for (; *format != 0; format++) {
    struct __vexil_conversion how;
    if (*format != '%') {
      __vexil_put(sink, *format);
      continue;
    }
    format = __vexil_read_conversion(format + 1, arguments, &how);
    __vexil_convert(sink, &how, *format, arguments);
    if (*format == 0) break;
  }
  if (sink->count <= 2147483647) return (int)sink->count;
  __VEXIL_ERRNO = __VEXIL_EOVERFLOW;
  return -1;
}

int vsnprintf(char *to, __vexil_size n, const char *format, __builtin_va_list list) {
  struct __vexil_arguments arguments;
  struct __vexil_sink sink = {to, n > 0 ? n - 1 : 0, 0};
  __builtin_va_copy(arguments.list, list);
  int length = __vexil_format(&sink, format, &arguments);
  if (n > 0) to[sink.count < n ? sink.count : n - 1] = 0;
  return length;
}

int vsprintf(char *to, const char *format, __builtin_va_list list) {
  struct __vexil_arguments arguments;
  struct __vexil_sink sink = {to, (unsigned long)-1, 0};
  __builtin_va_copy(arguments.list, list);
  int length = __vexil_format(&sink, format, &arguments);
  to[sink.count] = 0;
  return length;
}

int vasprintf(char **to, const char *format, __builtin_va_list list) {
  __builtin_va_list again;
  __builtin_va_copy(again, list);
  int length = vsnprintf(0, 0, format, again);
  *to = 0;
  if (length < 0) return -1;
  *to = malloc((__vexil_size)length + 1);
  if (*to == 0) return -1;
  vsnprintf(*to, (__vexil_size)length + 1, format, list);
  return length;
}

#define __VEXIL_WITH_LIST(call) \
  __builtin_va_list list; \
  __builtin_va_start(list, format); \
  int length = call; \
  __builtin_va_end(list); \
  return length

int snprintf(char *to, __vexil_size n, const char *format, ...) { __VEXIL_WITH_LIST(vsnprintf(to, n, format, list)); }
int sprintf(char *to, const char *format, ...) { __VEXIL_WITH_LIST(vsprintf(to, format, list)); }
int asprintf(char **to, const char *format, ...) { __VEXIL_WITH_LIST(vasprintf(to, format, list)); }

/* What compilers make of them with -D_FORTIFY_SOURCE: the size of the object is known. */
int __vsnprintf_chk(
    char *to, __vexil_size n, int flag, __vexil_size size, const char *format, __builtin_va_list list) {
  (void)flag;
  __vexil_check("memsafety", n <= size, "vsnprintf writes to a buffer of its size");
  return vsnprintf(to, n, format, list);
}

int __vsprintf_chk(char *to, int flag, __vexil_size size, const char *format, __builtin_va_list list) {
  (void)flag;
  (void)size;
  return vsprintf(to, format, list);
}

int __vasprintf_chk(char **to, int flag, const char *format, __builtin_va_list list) {
  (void)flag;
  return vasprintf(to, format, list);
}

int __snprintf_chk(char *to, __vexil_size n, int flag, __vexil_size size, const char *format, ...) {
  __VEXIL_WITH_LIST(__vsnprintf_chk(to, n, flag, size, format, list));
}

int __sprintf_chk(char *to, int flag, __vexil_size size, const char *format, ...) {
  __VEXIL_WITH_LIST(__vsprintf_chk(to, flag, size, format, list));
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
  __VEXIL_WITH_LIST(__vasprintf_chk(to, flag, format, list));
}
