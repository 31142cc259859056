// A timer may call the function that it was given.
#include <assert.h>
#include <signal.h>
#include <time.h>

static int ticks;

static void tick(union sigval value) {
  (void)value;
  ticks = 1;
}

int main(void) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD};
  timer_t timer;
  event.sigev_notify_function = tick;
  timer_create(CLOCK_REALTIME, &event, &timer);
  assert(ticks == 0);
  return 0;
}
