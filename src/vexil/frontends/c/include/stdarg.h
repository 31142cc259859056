/* <stdarg.h>: C11 7.16 */
#ifndef _STDARG_H
#define _STDARG_H
#include <features.h>
#ifndef __VEXIL_HAS_va_list
#define __VEXIL_HAS_va_list
typedef __builtin_va_list va_list;
#endif
typedef __builtin_va_list __gnuc_va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_end(list) __builtin_va_end(list)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define __va_copy(to, from) __builtin_va_copy(to, from)
#endif
