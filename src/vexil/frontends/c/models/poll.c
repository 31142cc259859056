/* models: poll ppoll */
#include "vexil.h"

/* <poll.h> */
struct __vexil_polled {
  int descriptor;
  short wanted, found;
};

/* Of each descriptor what is wanted and true, and errors. */
static int __vexil_poll(struct __vexil_polled *polled, unsigned long n, _Bool for_ever) {
  int count = 0;
  __vexil_check("memsafety", n == 0 || __vexil_accessible(polled, n * sizeof *polled), "there are as many descriptors");
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return -1;
  }
  for (unsigned long i = 0; i < n; i++) {
    short found = 0;
    if (polled[i].descriptor >= 0)
      found = (short)(__vexil_choose_range(0, 32767) & (polled[i].wanted | 0x38)); /* POLLERR, POLLHUP, POLLNVAL */
    polled[i].found = found;
    if (found != 0) count++;
  }
  if (count == 0 && for_ever) __vexil_adds("poll finds nothing although it is to wait for ever");
  return count;
}

int poll(struct __vexil_polled *polled, unsigned long n, int time) { return __vexil_poll(polled, n, time < 0); }

int ppoll(struct __vexil_polled *polled, unsigned long n, const long *time, const void *signals) {
  (void)signals;
  return __vexil_poll(polled, n, time == 0);
}
