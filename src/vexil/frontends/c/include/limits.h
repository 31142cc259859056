/* <limits.h>: C11 5.2.4.2.1, POSIX */
#ifndef _LIMITS_H
#define _LIMITS_H
#include <features.h>
#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define UCHAR_MAX 255
#ifdef __CHAR_UNSIGNED__
#define CHAR_MIN 0
#define CHAR_MAX UCHAR_MAX
#else
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#endif
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX (SHRT_MAX * 2 + 1)
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#if defined __VEXIL_C99 || !defined __STRICT_ANSI__
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#endif
#define MB_LEN_MAX 16
#ifdef __VEXIL_POSIX
#define LONG_LONG_MAX __LONG_LONG_MAX__
#define LONG_LONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULONG_LONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#define CHAR_WIDTH 8
#define WORD_BIT 32
#define LONG_BIT (__SIZEOF_LONG__ * 8)
#define SSIZE_MAX __LONG_MAX__
#define PATH_MAX 4096
#define NAME_MAX 255
#define ARG_MAX 131072
#define PIPE_BUF 4096
#define IOV_MAX 1024
#define NGROUPS_MAX 65536
#define LOGIN_NAME_MAX 256
#define HOST_NAME_MAX 64
#define TTY_NAME_MAX 32
#define SEM_VALUE_MAX 2147483647
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_STACK_MIN 16384
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define _POSIX_PATH_MAX 256
#define _POSIX_NAME_MAX 14
#define _POSIX_ARG_MAX 4096
#define _POSIX_OPEN_MAX 20
#define _POSIX_PIPE_BUF 512
#define _POSIX_HOST_NAME_MAX 255
#define _POSIX_THREAD_KEYS_MAX 128
#define LINE_MAX 2048
#define RE_DUP_MAX 32767
#define NL_ARGMAX 4096
#endif
#endif
