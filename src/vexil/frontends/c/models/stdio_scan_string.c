/* models: sscanf vsscanf __isoc99_sscanf __isoc99_vsscanf __isoc23_sscanf __isoc23_vsscanf */
#include "stdio_scan.h"

/* A string is read as it is. Each of the functions below moves the place in it, and says whether there was a match. */

static int __vexil_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* The number may be larger than its type: then it is the largest one, and what is stored are its lowest bytes. */
static _Bool __vexil_scan_integer(const char **place, int width, int base, _Bool is_signed, long long *value) {
  const char *s = *place;
  _Bool negative = 0, any = 0, over = 0;
  unsigned long long total = 0;
  if (width < 0) width = 2147483647;
  if (width > 0 && (*s == '-' || *s == '+')) negative = *s == '-', s++, width--;
  if (width > 0 && *s == '0' && (base == 16 || base == 0)) {
    any = 1, s++, width--;
    if (width > 0 && (*s == 'x' || *s == 'X')) {
      base = 16, s++, width--;
      any = __vexil_choose_bool(); /* versions of the C library differ about a prefix without digits */
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  for (; width > 0 && __vexil_digit(*s) < base; s++, width--) {
    unsigned digit = (unsigned)__vexil_digit(*s);
    any = 1;
    if (total > (0xffffffffffffffffULL - digit) / (unsigned)base) over = 1;
    total = total * (unsigned)base + digit;
  }
  *place = s;
  if (is_signed) {
    if (over || total > 0x7fffffffffffffffULL + negative) total = 0x7fffffffffffffffULL + negative;
  } else if (over) {
    total = 0xffffffffffffffffULL;
    negative = 0;
  }
  *value = (long long)(negative ? 0 - total : total);
  return any;
}

static _Bool __vexil_scan_characters(const char **place, struct __vexil_scan *how, const char *kind, char *to) {
  const char *s = *place;
  int most = how->width < 0 ? (*kind == 'c' ? 1 : 2147483647) : how->width, length = 0;
  for (; length < most && *s != 0; s++, length++) {
    if ((*kind == 's' && __vexil_is_blank(*s)) || (*kind == '[' && !__vexil_in_set(kind, *s))) break;
    if (to != 0) to[length] = *s;
  }
  *place = s;
  if (*kind == 'c') return length > 0; /* as the GNU C library has it */
  if (length > 0 && to != 0) to[length] = 0;
  return length > 0;
}

/* Any number, up to some place behind the text's beginning. */
static _Bool __vexil_scan_float(const char **place, struct __vexil_scan *how, void *to) {
  const char *s = *place;
  long length = 0;
  while (s[length] != 0 && !__vexil_is_blank(s[length])) length++;
  __vexil_adds("floating-point numbers in a string are any numbers");
  if (length == 0 || __vexil_choose_bool()) return 0;
  *place = s + __vexil_choose_long(1, length);
  if (to != 0) __vexil_store_float(to, how, __VERIFIER_nondet_double());
  return 1;
}

static _Bool __vexil_scan_one(
    const char **place, struct __vexil_scan *how, const char *kind, struct __vexil_arguments *arguments) {
  void *to = how->suppressed ? 0 : __vexil_scan_pointer(arguments);
  long long value = 0;
  int size = how->size == 16 ? 8 : how->size;
  switch (*kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': {
      int base = *kind == 'i' ? 0 : *kind == 'o' ? 8 : *kind == 'x' || *kind == 'X' ? 16 : 10;
      _Bool found = __vexil_scan_integer(place, how->width, base, *kind == 'd' || *kind == 'i', &value);
      if (found && to != 0) __vexil_store_integer(to, size, value);
      return found;
    }
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
      return __vexil_scan_float(place, how, to);
    case 'c': case 's': case '[':
      if (!how->wide && !how->allocates) return __vexil_scan_characters(place, how, kind, to);
      break;
  }
  __vexil_adds("conversions for addresses and wide characters, and those that allocate, are not modelled");
  __vexil_drops("conversions for addresses and wide characters, and those that allocate, are not modelled");
  return 0;
}

int vsscanf(const char *text, const char *format, __builtin_va_list list) {
  const char *place = text;
  int count = 0;

  struct __vexil_arguments arguments;
  __builtin_va_copy(arguments.list, list);
  for (; *format != 0; format++) {
    struct __vexil_scan how;
    if (__vexil_is_blank(*format)) {
      while (__vexil_is_blank(*place)) place++;
      continue;
    }
    if (*format != '%') {
      if (*place == 0) return count > 0 ? count : -1;
      if (*place++ != *format) return count;
      continue;
    }
    format = __vexil_read_scan(format + 1, &how);
    if (*format == 0) return count;
    if (*format == 'n') {
      if (!how.suppressed) __vexil_store_integer(__vexil_scan_pointer(&arguments), how.size, place - text);
      continue;
    }
    if (*format != 'c' && *format != '[')
      while (__vexil_is_blank(*place)) place++;
    if (*place == 0) return count > 0 ? count : -1;
    if (*format == '%') {
      if (*place++ != '%') return count;
      continue;
    }
    if (!__vexil_scan_one(&place, &how, format, &arguments)) return count;

    if (!how.suppressed) count++;
    if (*format == '[') format = __vexil_set_end(format);
    if (*format == 0) return count;
  }
  return count;
}

#define __VEXIL_WITH_LIST(call) \
  __builtin_va_list list; \
  __builtin_va_start(list, format); \
  int count = call; \
  __builtin_va_end(list); \
  return count

int sscanf(const char *text, const char *format, ...) { __VEXIL_WITH_LIST(vsscanf(text, format, list)); }
int __isoc99_sscanf(const char *text, const char *format, ...) { __VEXIL_WITH_LIST(vsscanf(text, format, list)); }
int __isoc99_vsscanf(const char *text, const char *format, __builtin_va_list list) { return vsscanf(text, format, list); }
int __isoc23_sscanf(const char *text, const char *format, ...) { __VEXIL_WITH_LIST(vsscanf(text, format, list)); }
int __isoc23_vsscanf(const char *text, const char *format, __builtin_va_list list) { return vsscanf(text, format, list); }
