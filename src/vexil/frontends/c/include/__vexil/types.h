/* Types that several headers declare. A header defines __VEXIL_NEED_x for what it needs and includes this file,
   so that each shows no more names than it must. Layouts are those of Linux with the GNU C library. */
#include <features.h>
#undef NULL
#define NULL ((void *)0)
#if defined __VEXIL_NEED_size_t && !defined __VEXIL_HAS_size_t
#define __VEXIL_HAS_size_t
typedef __SIZE_TYPE__ size_t;
#endif
#if defined __VEXIL_NEED_ptrdiff_t && !defined __VEXIL_HAS_ptrdiff_t
#define __VEXIL_HAS_ptrdiff_t
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#endif
#if defined __VEXIL_NEED_wchar_t && !defined __VEXIL_HAS_wchar_t
#define __VEXIL_HAS_wchar_t
typedef __WCHAR_TYPE__ wchar_t;
#endif
#if defined __VEXIL_NEED_wint_t && !defined __VEXIL_HAS_wint_t
#define __VEXIL_HAS_wint_t
typedef __WINT_TYPE__ wint_t;
#endif
#if defined __VEXIL_NEED_mbstate_t && !defined __VEXIL_HAS_mbstate_t
#define __VEXIL_HAS_mbstate_t
typedef struct { int __count; unsigned __value; } mbstate_t;
#endif
#if defined __VEXIL_NEED_locale_t && !defined __VEXIL_HAS_locale_t
#define __VEXIL_HAS_locale_t
typedef struct __vexil_locale *locale_t;
#endif
#if defined __VEXIL_NEED_va_list && !defined __VEXIL_HAS_va_list
#define __VEXIL_HAS_va_list
typedef __builtin_va_list va_list;
#endif
#if defined __VEXIL_NEED_FILE && !defined __VEXIL_HAS_FILE
#define __VEXIL_HAS_FILE
typedef struct _IO_FILE { void *__opaque[__SIZEOF_POINTER__ == 8 ? 27 : 37]; } FILE;
#endif
#if defined __VEXIL_NEED_int_types && !defined __VEXIL_HAS_int_types
#define __VEXIL_HAS_int_types
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __INT64_TYPE__ int64_t;
#endif
#if defined __VEXIL_NEED_ssize_t && !defined __VEXIL_HAS_ssize_t
#define __VEXIL_HAS_ssize_t
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
#endif
#if defined __VEXIL_NEED_off_t && !defined __VEXIL_HAS_off_t
#define __VEXIL_HAS_off_t
#if defined _FILE_OFFSET_BITS && _FILE_OFFSET_BITS == 64
typedef __INT64_TYPE__ off_t;
#else
typedef long off_t;
#endif
typedef __INT64_TYPE__ off64_t;
#endif
#if defined __VEXIL_NEED_ids && !defined __VEXIL_HAS_ids
#define __VEXIL_HAS_ids
typedef int pid_t;
typedef unsigned uid_t, gid_t, id_t, mode_t;
#endif
#if defined __VEXIL_NEED_time_t && !defined __VEXIL_HAS_time_t
#define __VEXIL_HAS_time_t
typedef long time_t;
#endif
#if defined __VEXIL_NEED_clock_t && !defined __VEXIL_HAS_clock_t
#define __VEXIL_HAS_clock_t
typedef long clock_t;
#endif
#if defined __VEXIL_NEED_clockid_t && !defined __VEXIL_HAS_clockid_t
#define __VEXIL_HAS_clockid_t
typedef int clockid_t;
typedef void *timer_t;
#endif
#if defined __VEXIL_NEED_suseconds_t && !defined __VEXIL_HAS_suseconds_t
#define __VEXIL_HAS_suseconds_t
typedef long suseconds_t;
typedef unsigned useconds_t;
#endif
#if defined __VEXIL_NEED_timespec && !defined __VEXIL_HAS_timespec
#define __VEXIL_HAS_timespec
#define _STRUCT_TIMESPEC 1
struct timespec { long tv_sec; long tv_nsec; };
#endif
#if defined __VEXIL_NEED_timeval && !defined __VEXIL_HAS_timeval
#define __VEXIL_HAS_timeval
#define __timeval_defined 1 /* for headers of the GNU C library */
struct timeval { long tv_sec; long tv_usec; };
#endif
#if defined __VEXIL_NEED_sigset_t && !defined __VEXIL_HAS_sigset_t
#define __VEXIL_HAS_sigset_t
#define __sigset_t_defined 1
typedef struct { unsigned long __bits[1024 / (8 * sizeof(long))]; } sigset_t;
#endif
#if defined __VEXIL_NEED_fd_set && !defined __VEXIL_HAS_fd_set
#define __VEXIL_HAS_fd_set
typedef struct { long __bits[1024 / (8 * sizeof(long))]; } fd_set;
#define FD_SETSIZE 1024
#define __VEXIL_FD(d, s) ((s)->__bits[(d) / (8 * (int)sizeof(long))])
#define __VEXIL_FD_BIT(d) ((long)(1UL << ((d) % (8 * (int)sizeof(long)))))
#define FD_SET(d, s) ((void)(__VEXIL_FD(d, s) |= __VEXIL_FD_BIT(d)))
#define FD_CLR(d, s) ((void)(__VEXIL_FD(d, s) &= ~__VEXIL_FD_BIT(d)))
#define FD_ISSET(d, s) ((__VEXIL_FD(d, s) & __VEXIL_FD_BIT(d)) != 0)
#define FD_ZERO(s) ((void)__builtin_memset((s), 0, sizeof(fd_set)))
#endif
#if defined __VEXIL_NEED_pthread_types && !defined __VEXIL_HAS_pthread_types
#define __VEXIL_HAS_pthread_types
/* Only the kind of a mutex and the sizes matter: programs that were preprocessed elsewhere have the same. */
typedef unsigned long pthread_t;
#ifdef __LP64__
typedef union { struct { int __lock[4]; int __kind; } __data; char __size[40]; long __align; } pthread_mutex_t;
typedef union { char __size[56]; long __align; } pthread_attr_t, pthread_rwlock_t;
typedef union { char __size[32]; long __align; } pthread_barrier_t;
#else
typedef union { struct { int __lock[3]; int __kind; } __data; char __size[24]; long __align; } pthread_mutex_t;
typedef union { char __size[36]; long __align; } pthread_attr_t;
typedef union { char __size[32]; long __align; } pthread_rwlock_t;
typedef union { char __size[20]; long __align; } pthread_barrier_t;
#endif
typedef union { char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;
typedef int pthread_once_t;
typedef unsigned pthread_key_t;
typedef volatile int pthread_spinlock_t;
#endif
