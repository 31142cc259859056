/* Formats of printf and its like, as far as writing and reading models share them. */
#ifndef VEXIL_STDIO_FORMAT_H
#define VEXIL_STDIO_FORMAT_H
#include "vexil.h"

/* The arguments behind a format; a list that functions can share. */
struct __vexil_arguments { __builtin_va_list list; };

/* A conversion (C11 7.21.6.1): the precision is -1 when there is none. */
struct __vexil_conversion {
  _Bool left, plus, blank, alternate, zeros;
  int width, precision;
  int size; /* of an integer argument: 1, 2, 4 or 8 bytes, 16 for a long double */
  _Bool wide;
};

static inline void __vexil_need_argument(struct __vexil_arguments *arguments) {
  void *next = __vexil_next_argument(arguments->list);
  __vexil_check("memsafety", __vexil_accessible(next, 4), "the format has an argument for each conversion");
}

static inline long long __vexil_integer(struct __vexil_arguments *arguments, int size, _Bool is_signed) {
  __vexil_need_argument(arguments);
  if (size == 8) return __builtin_va_arg(arguments->list, long long);
  int value = __builtin_va_arg(arguments->list, int);
  if (size == 1) return is_signed ? (signed char)value : (unsigned char)value;
  if (size == 2) return is_signed ? (short)value : (unsigned short)value;
  return is_signed ? value : (long long)(unsigned)value;
}

static inline void __vexil_store_count(void *to, int size, unsigned long count) {
  if (size == 1) *(signed char *)to = (signed char)count;
  else if (size == 2) *(short *)to = (short)count;
  else if (size == 8) *(long long *)to = (long long)count;
  else *(int *)to = (int)count;
}

/* A number in a format, or an argument in its place. */
static inline const char *__vexil_read_number(const char *format, struct __vexil_arguments *arguments, int *number) {
  if (*format == '*') {
    *number = (int)__vexil_integer(arguments, 4, 1);
    return format + 1;
  }
  *number = 0;
  for (; *format >= '0' && *format <= '9'; format++)
    *number = *number > 214748363 ? 2147483647 : *number * 10 + (*format - '0');
  return format;
}

/* What stands between % and the letter of a conversion. */
static inline const char *__vexil_read_conversion(
    const char *format, struct __vexil_arguments *arguments, struct __vexil_conversion *how) {
  how->left = how->plus = how->blank = how->alternate = how->zeros = 0;
  for (;; format++) {
    if (*format == '-') how->left = 1;
    else if (*format == '+') how->plus = 1;
    else if (*format == ' ') how->blank = 1;
    else if (*format == '#') how->alternate = 1;
    else if (*format == '0') how->zeros = 1;
    else if (*format != '\'' && *format != 'I') break;
  }
  format = __vexil_read_number(format, arguments, &how->width);
  if (how->width < 0) {
    how->left = 1;
    how->width = how->width == -2147483647 - 1 ? 2147483647 : -how->width;
  }
  how->precision = -1;
  if (*format == '.') format = __vexil_read_number(format + 1, arguments, &how->precision);
  if (how->precision < 0) how->precision = -1;
  how->size = 4;
  how->wide = 0;
  for (;; format++) {
    if (*format == 'h') how->size = how->size == 2 ? 1 : 2;
    else if (*format == 'l') how->size = how->wide ? 8 : sizeof(long), how->wide = 1;
    else if (*format == 'z' || *format == 't') how->size = sizeof(long);
    else if (*format == 'j' || *format == 'q') how->size = 8;
    else if (*format == 'L') how->size = 16;
    else return format;
  }
}

static inline void *__vexil_pointer(struct __vexil_arguments *arguments) {
  __vexil_need_argument(arguments);
  return __builtin_va_arg(arguments->list, void *);
}

static inline double __vexil_float(struct __vexil_arguments *arguments, int size) {
  __vexil_need_argument(arguments);
  if (size == 16) return (double)__builtin_va_arg(arguments->list, long double);
  return __builtin_va_arg(arguments->list, double);
}

#endif
