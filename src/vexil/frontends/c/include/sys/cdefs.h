/* <sys/cdefs.h>: GNU, what programs use of it */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H
#include <features.h>
#define __P(arguments) arguments
#define __PMT(arguments) arguments
#define __CONCAT(x, y) x##y
#define __STRING(x) #x
#define __ptr_t void *
#define __glibc_likely(condition) __builtin_expect((condition), 1)
#define __glibc_unlikely(condition) __builtin_expect((condition), 0)
#endif
