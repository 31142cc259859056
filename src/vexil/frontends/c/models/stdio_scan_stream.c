/* models: scanf fscanf vscanf vfscanf __isoc99_scanf __isoc99_fscanf __isoc99_vscanf __isoc99_vfscanf __isoc23_scanf __isoc23_fscanf __isoc23_vscanf __isoc23_vfscanf */
#include "stdio_scan.h"

/* Streams deliver anything: a conversion writes any value of its kind, or does not match. */

static void __vexil_scan_text(char *to, int least, int most, const char *set, _Bool ends) {
  int length = 0;
  while (length < least || ((most < 0 || length < most) && __vexil_choose_bool())) {
    char c = __VERIFIER_nondet_char();
    if (ends && (c == 0 || (set == 0 && __vexil_is_blank(c)) || (set != 0 && !__vexil_in_set(set, c)))) {
      c = 'a';
      if (set != 0 && !__vexil_in_set(set, c)) __vexil_adds("characters that a conversion reads may be others");
    }
    if (to != 0) to[length] = c;
    length++;
  }
  if (to != 0 && ends) to[length] = 0;
}

static _Bool __vexil_scan_one(const char *kind, struct __vexil_scan *how, struct __vexil_arguments *arguments) {
  void *to = how->suppressed ? 0 : __vexil_scan_pointer(arguments);
  if (how->wide && (*kind == 's' || *kind == 'c' || *kind == '[')) {
    __vexil_adds("wide characters that are read are not modelled");
    __vexil_drops("wide characters that are read are not modelled");
    return 1;
  }
  if (how->allocates && to != 0) {
    int most = how->width < 0 ? 63 : how->width;
    if (how->width < 0) __vexil_drops("texts that a conversion with m reads have at most 63 characters");
    *(char **)to = __vexil_allocate((unsigned long)most + 1);
    to = *(char **)to;
    if (how->width < 0) how->width = most;
  }
  switch (*kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
      if (how->width >= 0 && how->width < 20) __vexil_adds("numbers of a width are any numbers");
      if (to != 0) __vexil_store_integer(to, how->size == 16 ? 8 : how->size, __VERIFIER_nondet_long());
      return 1;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
      if (to != 0) __vexil_store_float(to, how, __VERIFIER_nondet_double());
      return 1;
    case 'c':
      __vexil_scan_text(to, how->width < 0 ? 1 : how->width, how->width < 0 ? 1 : how->width, 0, 0);
      return 1;
    case 's':
      __vexil_scan_text(to, 1, how->width, 0, 1);
      return 1;
    case '[':
      __vexil_scan_text(to, 1, how->width, kind, 1);
      return 1;
    default: /* p, and what other libraries have */
      __vexil_adds("conversions that are not modelled read anything");
      __vexil_drops("conversions that are not modelled read anything");
      if (*kind == 'p' && to != 0) *(void **)to = 0;
      return 1;
  }
}

static int __vexil_scan(const char *format, struct __vexil_arguments *arguments) {
  int count = 0;
  for (; *format != 0; format++) {
    struct __vexil_scan how;
    if (__vexil_is_blank(*format)) continue;
    if (*format != '%') {
      if (__vexil_choose_bool()) return count == 0 && __vexil_choose_bool() ? -1 : count;
      continue;
    }
    format = __vexil_read_scan(format + 1, &how);
    if (*format == 0) return count;
    if (*format == 'n') {
      if (!how.suppressed)
        __vexil_store_integer(__vexil_scan_pointer(arguments), how.size, __vexil_choose_range(0, 2147483647));
      continue;
    }
    if (__vexil_choose_bool()) return count == 0 && __vexil_choose_bool() ? -1 : count;
    if (*format == '%') continue;
    __vexil_scan_one(format, &how, arguments);
    if (!how.suppressed) count++;
    if (*format == '[') format = __vexil_set_end(format);
    if (*format == 0) return count;
  }
  return count;
}

int vscanf(const char *format, __builtin_va_list list) {
  struct __vexil_arguments arguments;
  __builtin_va_copy(arguments.list, list);
  return __vexil_scan(format, &arguments);
}

int vfscanf(void *stream, const char *format, __builtin_va_list list) {
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "fscanf reads from an open stream");
  return vscanf(format, list);
}

#define __VEXIL_WITH_LIST(call) \
  __builtin_va_list list; \
  __builtin_va_start(list, format); \
  int count = call; \
  __builtin_va_end(list); \
  return count

int scanf(const char *format, ...) { __VEXIL_WITH_LIST(vscanf(format, list)); }
int fscanf(void *stream, const char *format, ...) { __VEXIL_WITH_LIST(vfscanf(stream, format, list)); }
int __isoc99_scanf(const char *format, ...) { __VEXIL_WITH_LIST(vscanf(format, list)); }
int __isoc99_fscanf(void *stream, const char *format, ...) { __VEXIL_WITH_LIST(vfscanf(stream, format, list)); }
int __isoc99_vscanf(const char *format, __builtin_va_list list) { return vscanf(format, list); }
int __isoc99_vfscanf(void *stream, const char *format, __builtin_va_list list) { return vfscanf(stream, format, list); }
int __isoc23_scanf(const char *format, ...) { __VEXIL_WITH_LIST(vscanf(format, list)); }
int __isoc23_fscanf(void *stream, const char *format, ...) { __VEXIL_WITH_LIST(vfscanf(stream, format, list)); }
int __isoc23_vscanf(const char *format, __builtin_va_list list) { return vscanf(format, list); }
int __isoc23_vfscanf(void *stream, const char *format, __builtin_va_list list) { return vfscanf(stream, format, list); }
