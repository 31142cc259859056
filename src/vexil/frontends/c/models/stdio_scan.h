/* Formats of scanf and its like (C11 7.21.6.2). */
#ifndef VEXIL_STDIO_SCAN_H
#define VEXIL_STDIO_SCAN_H
#include "vexil.h"

struct __vexil_arguments { __builtin_va_list list; };

/* A conversion: no width is -1; the size of an integer argument is 1, 2, 4 or 8 bytes, 16 for a long double. */
struct __vexil_scan {
  _Bool suppressed, wide, allocates;
  int width, size;
};

static inline _Bool __vexil_is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static inline const char *__vexil_read_scan(const char *format, struct __vexil_scan *how) {
  how->suppressed = how->wide = how->allocates = 0;
  how->width = -1;
  how->size = 4;
  if (*format == '*') how->suppressed = 1, format++;
  for (; *format >= '0' && *format <= '9'; format++)
    how->width = (how->width < 0 ? 0 : how->width > 99999999 ? 99999999 : how->width) * 10 + (*format - '0');
  for (;; format++) {
    if (*format == 'h') how->size = how->size == 2 ? 1 : 2;
    else if (*format == 'l') how->size = how->wide ? 8 : sizeof(long), how->wide = 1;
    else if (*format == 'z' || *format == 't') how->size = sizeof(long);
    else if (*format == 'j' || *format == 'q') how->size = 8;
    else if (*format == 'L') how->size = 16;
    else if (*format == 'm') how->allocates = 1;
    else return format;
  }
}

/* From [ to the ] that ends it; gives where that is. */
static inline const char *__vexil_set_end(const char *set) {
  set++;
  if (*set == '^') set++;
  if (*set == ']') set++;
  while (*set != 0 && *set != ']') set++;
  return set;
}

static inline _Bool __vexil_in_set(const char *set, char c) {
  _Bool wanted = 1;
  set++;
  if (*set == '^') wanted = 0, set++;
  for (_Bool first = 1; *set != 0 && (*set != ']' || first); set++, first = 0) {
    if (set[1] == '-' && set[2] != ']' && set[2] != 0) {
      if ((unsigned char)c >= (unsigned char)*set && (unsigned char)c <= (unsigned char)set[2]) return wanted;
      set += 2;
    } else if (*set == c) {
      return wanted;
    }
  }
  return !wanted;
}

static inline void *__vexil_scan_pointer(struct __vexil_arguments *arguments) {
  void *next = __vexil_next_argument(arguments->list);
  __vexil_check("memsafety", __vexil_accessible(next, 4), "the format has an argument for each conversion");
  return __builtin_va_arg(arguments->list, void *);
}

static inline void __vexil_store_integer(void *to, int size, long long value) {
  if (size == 1) *(signed char *)to = (signed char)value;
  else if (size == 2) *(short *)to = (short)value;
  else if (size == 4) *(int *)to = (int)value;
  else *(long long *)to = value;
}

static inline void __vexil_store_float(void *to, struct __vexil_scan *how, double value) {
  if (how->size == 16) *(long double *)to = value;
  else if (how->wide) *(double *)to = value;
  else *(float *)to = (float)value;
}

#endif
