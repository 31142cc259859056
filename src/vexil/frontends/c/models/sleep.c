/* models: sleep usleep nanosleep clock_nanosleep sched_yield pthread_yield */
#include "vexil.h"

extern _Bool __vexil_has_handlers;

/* How long a thread sleeps does not matter: others may take any number of steps meanwhile. A signal that is handled
   ends it early; where no handler is installed none does. */
static _Bool __vexil_sleep_is_interrupted(void) {
  __vexil_sleep();
  return __vexil_has_handlers && __vexil_choose_bool();
}

unsigned sleep(unsigned seconds) {
  if (!__vexil_sleep_is_interrupted() || seconds == 0) return 0;
  return (unsigned)__vexil_choose_long(0, (long)seconds);
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  if (!__vexil_sleep_is_interrupted()) return 0;
  __VEXIL_ERRNO = __VEXIL_EINTR;
  return -1;
}

/* Gives an error number. What is left of the time is told unless it is a moment that is waited for. */
static int __vexil_sleep_for(const long *time, long *rest) {
  long seconds = time[0], nanoseconds = time[1];
  if (seconds < 0 || nanoseconds < 0 || nanoseconds > 999999999) return __VEXIL_EINVAL;
  if (!__vexil_sleep_is_interrupted()) return 0;
  if (rest != 0) {
    rest[0] = __vexil_choose_long(0, seconds);
    rest[1] = __vexil_choose_long(0, 999999999);
  }
  return __VEXIL_EINTR;
}

int nanosleep(const long *time, long *rest) {
  int error = __vexil_sleep_for(time, rest);
  if (error == 0) return 0;
  __VEXIL_ERRNO = error;
  return -1;
}

/* The clocks of threads cannot be waited for; others than the usual ones need not be there. */
int clock_nanosleep(int clock_id, int flags, const long *time, long *rest) {
  if (clock_id == 3) return __VEXIL_EINVAL;
  if ((clock_id < 0 || clock_id > 2) && __vexil_choose_bool())
    return __vexil_choose_bool() ? __VEXIL_EINVAL : __VEXIL_ENOTSUP;
  return __vexil_sleep_for(time, (flags & 1) != 0 ? 0 : rest); /* TIMER_ABSTIME */
}

int sched_yield(void) { return 0; }

int pthread_yield(void) { return 0; }
