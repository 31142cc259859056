// Signals of a mask wait until the handler has run; the mask is told again. Some waits are for signals of a set only.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static int is_inside, is_ready;

static void first(int number) {
  is_inside = 1;
  raise(SIGUSR2);
  is_inside = 0;
  (void)number;
}

static void second(int number) { assert(!is_inside && is_ready == number - SIGUSR2); }

int main(void) {
  struct sigaction action = {0}, before;
  action.sa_handler = first;
  sigemptyset(&action.sa_mask);
#ifndef EMPTY
  sigaddset(&action.sa_mask, SIGUSR2);
#endif
  sigaction(SIGUSR1, &action, 0);
  signal(SIGUSR2, second);
  raise(SIGUSR1);
  sigaction(SIGUSR1, 0, &before);
  assert(sigismember(&before.sa_mask, SIGUSR2));
  return 0;
}
