/* <sys/timerfd.h>: Linux */
#ifndef _SYS_TIMERFD_H
#define _SYS_TIMERFD_H
#include <fcntl.h>
#include <time.h>
#define TFD_CLOEXEC 524288
#define TFD_NONBLOCK 2048
#define TFD_TIMER_ABSTIME 1
#define TFD_TIMER_CANCEL_ON_SET 2
int timerfd_create(clockid_t, int);
int timerfd_settime(int, int, const struct itimerspec *, struct itimerspec *);
int timerfd_gettime(int, struct itimerspec *);
#endif
