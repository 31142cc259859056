/* <stdint.h>: C11 7.20 */
#ifndef _STDINT_H
#define _STDINT_H
#include <features.h>
#ifndef __VEXIL_HAS_int_types
#define __VEXIL_HAS_int_types
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
#endif
typedef unsigned char uint8_t, uint_least8_t, uint_fast8_t;
typedef unsigned short uint16_t, uint_least16_t;
typedef unsigned uint32_t, uint_least32_t;
typedef __UINT64_TYPE__ uint64_t, uint_least64_t, uint_fast64_t;
typedef signed char int_least8_t, int_fast8_t;
typedef short int_least16_t;
typedef int int_least32_t;
typedef __INT64_TYPE__ int_least64_t, int_fast64_t;
#ifdef __LP64__
typedef long int_fast16_t, int_fast32_t;
typedef unsigned long uint_fast16_t, uint_fast32_t;
#define __VEXIL_FAST_MAX 0x7fffffffffffffffL
#define __VEXIL_UFAST_MAX 0xffffffffffffffffUL
#define __VEXIL_64(number) number##L
#define __VEXIL_U64(number) number##UL
#else
typedef int int_fast16_t, int_fast32_t;
typedef unsigned uint_fast16_t, uint_fast32_t;
#define __VEXIL_FAST_MAX 0x7fffffff
#define __VEXIL_UFAST_MAX 0xffffffffU
#define __VEXIL_64(number) number##LL
#define __VEXIL_U64(number) number##ULL
#endif
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_C(number) number
#define INT16_C(number) number
#define INT32_C(number) number
#define INT64_C(number) __VEXIL_64(number)
#define UINT8_C(number) number
#define UINT16_C(number) number
#define UINT32_C(number) number##U
#define UINT64_C(number) __VEXIL_U64(number)
#define INTMAX_C(number) __VEXIL_64(number)
#define UINTMAX_C(number) __VEXIL_U64(number)
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT64_MAX INT64_C(9223372036854775807)
#define INT8_MIN (-128)
#define INT16_MIN (-32767 - 1)
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-INT64_MAX - 1)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX UINT64_C(18446744073709551615)
#define INT_LEAST8_MAX INT8_MAX
#define INT_LEAST16_MAX INT16_MAX
#define INT_LEAST32_MAX INT32_MAX
#define INT_LEAST64_MAX INT64_MAX
#define INT_LEAST8_MIN INT8_MIN
#define INT_LEAST16_MIN INT16_MIN
#define INT_LEAST32_MIN INT32_MIN
#define INT_LEAST64_MIN INT64_MIN
#define UINT_LEAST8_MAX UINT8_MAX
#define UINT_LEAST16_MAX UINT16_MAX
#define UINT_LEAST32_MAX UINT32_MAX
#define UINT_LEAST64_MAX UINT64_MAX
#define INT_FAST8_MAX INT8_MAX
#define INT_FAST16_MAX __VEXIL_FAST_MAX
#define INT_FAST32_MAX __VEXIL_FAST_MAX
#define INT_FAST64_MAX INT64_MAX
#define INT_FAST8_MIN INT8_MIN
#define INT_FAST16_MIN (-__VEXIL_FAST_MAX - 1)
#define INT_FAST32_MIN (-__VEXIL_FAST_MAX - 1)
#define INT_FAST64_MIN INT64_MIN
#define UINT_FAST8_MAX UINT8_MAX
#define UINT_FAST16_MAX __VEXIL_UFAST_MAX
#define UINT_FAST32_MAX __VEXIL_UFAST_MAX
#define UINT_FAST64_MAX UINT64_MAX
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define SIZE_MAX __SIZE_MAX__
#define SIG_ATOMIC_MAX 2147483647
#define SIG_ATOMIC_MIN (-2147483647 - 1)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-__WCHAR_MAX__ - 1)
#define WINT_MAX 4294967295U
#define WINT_MIN 0U
#endif
