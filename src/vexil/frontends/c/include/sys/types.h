/* <sys/types.h>: POSIX */
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_ssize_t
#define __VEXIL_NEED_off_t
#define __VEXIL_NEED_ids
#define __VEXIL_NEED_time_t
#define __VEXIL_NEED_clock_t
#define __VEXIL_NEED_clockid_t
#define __VEXIL_NEED_suseconds_t
#define __VEXIL_NEED_int_types
#define __VEXIL_NEED_pthread_types
#include <__vexil/types.h>
#include <endian.h>
#include <sys/select.h>
#ifdef __LP64__
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef unsigned long long dev_t;
typedef unsigned nlink_t;
#endif
typedef unsigned long ino_t, fsblkcnt_t, fsfilcnt_t;
typedef long blkcnt_t, blksize_t;
typedef int key_t;
typedef __INT64_TYPE__ loff_t;
typedef unsigned char u_char;
typedef unsigned short u_short, ushort;
typedef unsigned u_int, uint;
typedef unsigned long u_long, ulong;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef long register_t;
typedef __INT64_TYPE__ quad_t;
typedef __UINT64_TYPE__ u_quad_t;
typedef char *caddr_t;
/* Names that headers of the GNU C library use. */
typedef char *__caddr_t;
typedef int __daddr_t, __pid_t, __key_t, __clockid_t;
typedef unsigned __uid_t, __gid_t, __id_t, __mode_t, __socklen_t;
typedef dev_t __dev_t;
typedef nlink_t __nlink_t;
typedef unsigned long __ino_t;
typedef long __off_t, __time_t, __suseconds_t, __clock_t;
typedef ssize_t __ssize_t;
typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef short __int16_t;
typedef unsigned short __uint16_t;
typedef int __int32_t;
typedef unsigned __uint32_t;
typedef __INT64_TYPE__ __int64_t;
typedef __UINT64_TYPE__ __uint64_t;
#endif
