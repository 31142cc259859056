// A volatile variable that a handler of a signal sets is memory.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t seen;

static void handle(int number) { seen = number; }

int main(void) {
  signal(SIGUSR1, handle);
  seen = 0;
  raise(SIGUSR1);
  if (seen == 0) {
    assert(0);
  }
  return 0;
}
