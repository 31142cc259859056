/* <sched.h>: POSIX */
#ifndef _SCHED_H
#define _SCHED_H
#define __VEXIL_NEED_ids
#define __VEXIL_NEED_timespec
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_time_t
#include <__vexil/types.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
struct sched_param { int sched_priority; };
int sched_get_priority_max(int);
int sched_get_priority_min(int);
int sched_getparam(pid_t, struct sched_param *);
int sched_getscheduler(pid_t);
int sched_rr_get_interval(pid_t, struct timespec *);
int sched_setparam(pid_t, const struct sched_param *);
int sched_setscheduler(pid_t, int, const struct sched_param *);
int sched_yield(void);
#ifdef __VEXIL_GNU
typedef struct { unsigned long __bits[1024 / (8 * sizeof(long))]; } cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(s) ((void)__builtin_memset((s), 0, sizeof(cpu_set_t)))
#define CPU_SET(n, s) ((void)((s)->__bits[(n) / (8 * sizeof(long))] |= 1UL << ((n) % (8 * sizeof(long)))))
#define CPU_ISSET(n, s) (((s)->__bits[(n) / (8 * sizeof(long))] >> ((n) % (8 * sizeof(long))) & 1) != 0)
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int sched_setaffinity(pid_t, size_t, const cpu_set_t *);
int sched_getcpu(void);
#endif
#endif
