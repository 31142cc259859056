/* models: gmtime localtime gmtime_r localtime_r mktime timegm strftime asctime ctime asctime_r ctime_r */
/* caveat mktime adds: any moment, and fields that are normal but not those of the date */
/* caveat timegm adds: any moment, and fields that are normal but not those of the date */
/* caveat strftime adds: any text that fits */
#include "vexil.h"

/* <time.h> */
struct __vexil_tm {
  int sec, min, hour, mday, mon, year, wday, yday, isdst;
  long gmtoff;
  const char *zone;
};

static struct __vexil_tm __vexil_calendar;

static void __vexil_some_date(struct __vexil_tm *date) {
  __vexil_adds("the date of a moment is any date");
  date->sec = __vexil_choose_range(0, 60);
  date->min = __vexil_choose_range(0, 59);
  date->hour = __vexil_choose_range(0, 23);
  date->mday = __vexil_choose_range(1, 31);
  date->mon = __vexil_choose_range(0, 11);
  date->year = __VERIFIER_nondet_int();
  date->wday = __vexil_choose_range(0, 6);
  date->yday = __vexil_choose_range(0, 365);
  date->isdst = __vexil_choose_range(0, 1);
  date->gmtoff = __vexil_choose_long(-86400, 86400);
  date->zone = "UTC";
}

struct __vexil_tm *gmtime_r(const long *moment, struct __vexil_tm *date) {
#ifdef __LP64__
  if (*moment > 67767976233446399L || *moment < -67768040609654400L) { /* the year does not fit an int, or just so */
    if (__vexil_choose_bool()) {
      __VEXIL_ERRNO = __VEXIL_EOVERFLOW;
      return 0;
    }
  }
#else
  (void)*moment;
#endif
  __vexil_some_date(date);
  return date;
}

struct __vexil_tm *localtime_r(const long *moment, struct __vexil_tm *date) { return gmtime_r(moment, date); }
struct __vexil_tm *gmtime(const long *moment) { return gmtime_r(moment, &__vexil_calendar); }
struct __vexil_tm *localtime(const long *moment) { return gmtime_r(moment, &__vexil_calendar); }

long timegm(struct __vexil_tm *date) {
  int before = date->sec + date->min + date->hour + date->mday + date->mon;
  (void)before;
  __vexil_some_date(date);
  return __VERIFIER_nondet_long();
}

long mktime(struct __vexil_tm *date) { return timegm(date); }

__vexil_size strftime(char *to, __vexil_size n, const char *format, const struct __vexil_tm *date) {
  __vexil_check("memsafety", n == 0 || __vexil_accessible(to, n), "strftime has room for its text");
  __vexil_check("memsafety", __vexil_accessible(date, 36), "strftime is given a date");
  while (*format != 0) format++;
  if (n == 0) return 0;
  __vexil_size length = (__vexil_size)__vexil_choose_long(0, (long)(n - 1 > __LONG_MAX__ ? __LONG_MAX__ : n - 1));
  for (__vexil_size i = 0; i < length; i++) to[i] = (char)__vexil_choose_range(1, 127);
  to[length] = 0;
  return length;
}

/* "Thu Jan  1 00:00:00 1970\n"; a year of more digits makes it longer. */
char *asctime_r(const struct __vexil_tm *date, char *to) {
  __vexil_check("memsafety", __vexil_accessible(date, 36), "asctime is given a date");
  if (__vexil_choose_bool()) return 0;
  __vexil_adds("the text of a date is any text of its length");
  for (int i = 0; i < 24; i++) to[i] = (char)__vexil_choose_range(' ', 'z');
  to[24] = '\n';
  to[25] = 0;
  return to;
}

static char __vexil_date_text[26];

char *ctime_r(const long *moment, char *to) {
  struct __vexil_tm date;
  return localtime_r(moment, &date) == 0 ? 0 : asctime_r(&date, to);
}

char *asctime(const struct __vexil_tm *date) { return asctime_r(date, __vexil_date_text); }
char *ctime(const long *moment) { return ctime_r(moment, __vexil_date_text); }
