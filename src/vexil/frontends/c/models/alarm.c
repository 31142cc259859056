/* models: alarm ualarm setitimer */
#include "vexil.h"

/* The signal that ends the program, or that is handled, does not come. */
static void __vexil_set_alarm(void) {
  __vexil_drops("the signal of an alarm does not come");
  __vexil_adds("the signal of an alarm does not come, and the program goes on");
}

unsigned alarm(unsigned seconds) {
  if (seconds != 0) __vexil_set_alarm();
  return (unsigned)__VERIFIER_nondet_int();
}

unsigned ualarm(unsigned first, unsigned next) {
  (void)next;
  if (first != 0) __vexil_set_alarm();
  return (unsigned)__VERIFIER_nondet_int();
}

/* <sys/time.h>: the next interval and the time that is left, in seconds and microseconds. */
int setitimer(int kind, const long *interval, long *before) {
  if (kind < 0 || kind > 2 || __vexil_choose_bool()) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return -1;
  }
  if (interval[2] != 0 || interval[3] != 0) __vexil_set_alarm();
  if (before != 0)
    for (int i = 0; i < 4; i++) before[i] = __vexil_choose_long(0, i % 2 == 0 ? __LONG_MAX__ : 999999);
  return 0;
}
