// What is no time is refused, and a signal that is handled ends a sleep early.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <time.h>

static void handle(int number) { (void)number; }

int main(void) {
  struct timespec time = {0, NANOSECONDS}, rest = {7, 7};
#ifdef HANDLER
  signal(SIGUSR1, handle);
#endif
  int error = clock_nanosleep(CLOCK_REALTIME, 0, &time, &rest);
  assert(nanosleep(&time, &rest) == 0 && error == 0 && rest.tv_sec == 7);
  (void)handle;
  return 0;
}
