/* <sys/time.h>: POSIX, BSD */
#ifndef _SYS_TIME_H
#define _SYS_TIME_H
#define __VEXIL_NEED_time_t
#define __VEXIL_NEED_suseconds_t
#define __VEXIL_NEED_timeval
#include <__vexil/types.h>
#include <sys/select.h>
struct timezone { int tz_minuteswest, tz_dsttime; };
struct itimerval { struct timeval it_interval, it_value; };
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
int gettimeofday(struct timeval *, void *);
int settimeofday(const struct timeval *, const struct timezone *);
int getitimer(int, struct itimerval *);
int setitimer(int, const struct itimerval *, struct itimerval *);
int utimes(const char *, const struct timeval *);
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((void)((t)->tv_sec = (t)->tv_usec = 0))
#define timercmp(a, b, less) \
  ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec less (b)->tv_usec : (a)->tv_sec less (b)->tv_sec)
#define timeradd(a, b, to) do { (to)->tv_sec = (a)->tv_sec + (b)->tv_sec; (to)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
  if ((to)->tv_usec >= 1000000) { ++(to)->tv_sec; (to)->tv_usec -= 1000000; } } while (0)
#define timersub(a, b, to) do { (to)->tv_sec = (a)->tv_sec - (b)->tv_sec; (to)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
  if ((to)->tv_usec < 0) { --(to)->tv_sec; (to)->tv_usec += 1000000; } } while (0)
#ifdef __VEXIL_GNU
int adjtime(const struct timeval *, struct timeval *);
int lutimes(const char *, const struct timeval[2]);
int futimes(int, const struct timeval[2]);
int futimesat(int, const char *, const struct timeval[2]);
#endif
#endif
