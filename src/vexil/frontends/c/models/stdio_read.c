/* models: __vexil_read_string __vexil_read_format __vexil_read_format_list */
#include "stdio_format.h"

/* What functions without a body read of their arguments, which is checked where they are called. */

/* A string, up to a number of characters unless that is negative. */
void __vexil_read_string(const char *text, long long limit) {
  __vexil_begin_atomic();
  while (limit != 0) {
    __vexil_check("memsafety", __vexil_accessible(text, 1), "a string that is printed is valid up to its end");
    if (!__vexil_accessible(text, 1) || *text == 0) break;
    text++;
    if (limit > 0) limit--;
  }
  __vexil_end_atomic();
}

static void __vexil_read_wide_string(const int *text, long long limit) {
  for (; limit != 0 && *text != 0; text++)
    if (limit > 0) limit--;
}

static void __vexil_read_arguments(const char *format, struct __vexil_arguments *arguments) {
  for (; *format != 0; format++) {
    struct __vexil_conversion how;
    if (*format != '%') continue;
    format = __vexil_read_conversion(format + 1, arguments, &how);
    switch (*format) {
      case 0:
        return;
      case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'c':
        __vexil_integer(arguments, how.size == 16 ? 8 : how.size, 0);
        break;
      case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        __vexil_float(arguments, how.size);
        break;
      case 's': {
        const char *text = __vexil_pointer(arguments);
        if (how.wide) __vexil_read_wide_string((const int *)(const void *)text, how.precision);
        else __vexil_read_string(text, how.precision);
        break;
      }
      case 'p':
        __vexil_pointer(arguments);
        break;
      case 'n':
        __vexil_store_count(__vexil_pointer(arguments), how.size, (unsigned long)__vexil_choose_long(0, 2147483647));
        break;
      case '%': case 'm':
        break;
      default:
        __vexil_drops("what conversions by position and from other libraries read and write is not known");
        return;
    }
  }
}

void __vexil_read_format_list(const char *format, __builtin_va_list list) {
  struct __vexil_arguments arguments;
  __builtin_va_copy(arguments.list, list);
  __vexil_read_arguments(format, &arguments);
}

void __vexil_read_format(const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  __vexil_read_format_list(format, list);
  __builtin_va_end(list);
}
