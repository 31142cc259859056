/* <stddef.h>: C11 7.19 */
#ifndef _STDDEF_H
#define _STDDEF_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_ptrdiff_t
#define __VEXIL_NEED_wchar_t
#define offsetof(type, member) __builtin_offsetof(type, member)
typedef struct { long long __a __attribute__((__aligned__(__alignof__(long long))));
                 long double __b __attribute__((__aligned__(__alignof__(long double)))); } max_align_t;
#endif
#ifdef __need_wint_t
#define __VEXIL_NEED_wint_t
#endif
#include <__vexil/types.h>
