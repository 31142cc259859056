// Only signals that are not blocked come to pause, and only those of the set to sigwait.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int main(void) {
  sigset_t set;
  int number = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, 0);
  sigwait(&set, &number);
  assert(number == EXPECTED);
  return 0;
}
