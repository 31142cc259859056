/* <time.h>: C11 7.27, POSIX */
#ifndef _TIME_H
#define _TIME_H
#define __VEXIL_NEED_size_t
#define __VEXIL_NEED_time_t
#define __VEXIL_NEED_clock_t
#include <features.h>
#if defined __VEXIL_C11 || defined __VEXIL_POSIX
#define __VEXIL_NEED_timespec
#endif
#ifdef __VEXIL_POSIX
#define __VEXIL_NEED_clockid_t
#define __VEXIL_NEED_ids
#define __VEXIL_NEED_locale_t
#endif
#include <__vexil/types.h>
#define CLOCKS_PER_SEC ((clock_t)1000000)
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
clock_t clock(void);
double difftime(time_t, time_t);
time_t mktime(struct tm *);
time_t time(time_t *);
char *asctime(const struct tm *);
char *ctime(const time_t *);
struct tm *gmtime(const time_t *);
struct tm *localtime(const time_t *);
size_t strftime(char *, size_t, const char *, const struct tm *);
#ifdef __VEXIL_C11
#define TIME_UTC 1
int timespec_get(struct timespec *, int);
#endif
#ifdef __VEXIL_POSIX
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define TIMER_ABSTIME 1
struct itimerspec { struct timespec it_interval, it_value; };
struct sigevent;
char *asctime_r(const struct tm *, char *);
char *ctime_r(const time_t *, char *);
struct tm *gmtime_r(const time_t *, struct tm *);
struct tm *localtime_r(const time_t *, struct tm *);
char *strptime(const char *, const char *, struct tm *);
time_t timegm(struct tm *);
time_t timelocal(struct tm *);
void tzset(void);
extern char *tzname[2];
extern long timezone;
extern int daylight;
int clock_getres(clockid_t, struct timespec *);
int clock_gettime(clockid_t, struct timespec *);
int clock_settime(clockid_t, const struct timespec *);
int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
int timer_create(clockid_t, struct sigevent *, timer_t *);
int timer_delete(timer_t);
int timer_settime(timer_t, int, const struct itimerspec *, struct itimerspec *);
int timer_gettime(timer_t, struct itimerspec *);
#endif
#endif
