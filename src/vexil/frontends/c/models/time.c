/* models: time clock difftime gettimeofday clock_gettime timespec_get */
/* assumption time: the clock shows a moment of the years from 1970 to 9999 */
/* assumption gettimeofday: the clock shows a moment of the years from 1970 to 9999 */
/* assumption clock_gettime: clocks show less than 8030 years */
/* caveat clock adds: any moment, also an earlier one */
/* caveat clock_gettime adds: any moment, also an earlier one */
#include "vexil.h"

#ifdef __LP64__
#define __VEXIL_LAST_MOMENT 253402300799L
#else
#define __VEXIL_LAST_MOMENT __LONG_MAX__
#endif

long time(long *result) {
  long now = __vexil_choose_long(0, __VEXIL_LAST_MOMENT);
  if (result != 0) *result = now;
  return now;
}

long clock(void) { return __vexil_choose_long(-1, __LONG_MAX__); }

double difftime(long end, long start) { return (double)end - (double)start; }

/* The zone is the kernel's, which programs can set. */
int gettimeofday(long *result, int *zone) {
  if (zone != 0) {
    zone[0] = __VERIFIER_nondet_int();
    zone[1] = __VERIFIER_nondet_int();
  }
  result[0] = __vexil_choose_long(0, __VEXIL_LAST_MOMENT);
  result[1] = __vexil_choose_long(0, 999999);
  return 0;
}

/* Clocks other than the usual ones need not be there. */
int clock_gettime(int clock_id, long *result) {
  if ((clock_id < 0 || clock_id > 7) && __vexil_choose_bool()) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return -1;
  }
  result[0] = __vexil_choose_long(0, __VEXIL_LAST_MOMENT);
  result[1] = __vexil_choose_long(0, 999999999);
  return 0;
}

int timespec_get(long *result, int base) {
  if (base != 1) return 0;
  clock_gettime(0, result);
  return base;
}
