/* <sys/select.h>: POSIX */
#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H
#define __VEXIL_NEED_timeval
#define __VEXIL_NEED_timespec
#define __VEXIL_NEED_time_t
#define __VEXIL_NEED_suseconds_t
#define __VEXIL_NEED_sigset_t
#define __VEXIL_NEED_fd_set
#include <__vexil/types.h>
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
int pselect(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
#endif
