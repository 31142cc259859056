/* models: sleep usleep nanosleep clock_nanosleep sched_yield pthread_yield */
/* assumption sleep: no signal interrupts it */
/* assumption usleep: no signal interrupts it */
/* assumption nanosleep: no signal interrupts it */
/* assumption clock_nanosleep: no signal interrupts it */
#include "vexil.h"

/* How long a thread sleeps does not matter: others may take any number of steps meanwhile. */
unsigned sleep(unsigned seconds) {
  (void)seconds;
  __vexil_sleep();
  return 0;
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  __vexil_sleep();
  return 0;
}

int nanosleep(const void *time, void *rest) {
  (void)time;
  (void)rest;
  __vexil_sleep();
  return 0;
}

int clock_nanosleep(int clock_id, int flags, const void *time, void *rest) {
  (void)clock_id;
  (void)flags;
  (void)time;
  (void)rest;
  __vexil_sleep();
  return 0;
}

int sched_yield(void) { return 0; }

int pthread_yield(void) { return 0; }
