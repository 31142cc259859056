/* <assert.h>: C11 7.2. Included again, it follows NDEBUG as it is then. */
#include <features.h>
#undef assert
#undef assert_perror
#ifdef NDEBUG
#define assert(expression) ((void)0)
#define assert_perror(number) ((void)0)
#else
#define assert(expression) ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#define assert_perror(number) ((number) == 0 ? (void)0 : __assert_fail(#number, __FILE__, __LINE__, __func__))
#endif
#ifndef _ASSERT_H
#define _ASSERT_H
extern void __assert_fail(const char *, const char *, unsigned, const char *) __VEXIL_NORETURN;
extern void __assert(const char *, const char *, int) __VEXIL_NORETURN;
#endif
#ifdef __VEXIL_C11
#undef static_assert
#define static_assert _Static_assert
#endif
