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

int gettimeofday(long *result, void *zone) {
  (void)zone;
  result[0] = __vexil_choose_long(0, __VEXIL_LAST_MOMENT);
  result[1] = __vexil_choose_long(0, 999999);
  return 0;
}

int clock_gettime(int clock_id, long *result) {
  (void)clock_id;
  result[0] = __vexil_choose_long(0, __VEXIL_LAST_MOMENT);
  result[1] = __vexil_choose_long(0, 999999999);
  return 0;
}

int timespec_get(long *result, int base) {
  if (base != 1) return 0;
  clock_gettime(0, result);
  return base;
}
