// A blocked signal waits, and neither runs its handler nor ends the program.
#include <assert.h>
#include <signal.h>

int main(void) {
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  assert(sigismember(&signals, SIGTERM) == 1 && sigismember(&signals, SIGINT) == 0);
  sigprocmask(SIG_BLOCK, &signals, &before);
  raise(SIGTERM);
#ifdef UNBLOCK
  sigprocmask(SIG_SETMASK, &before, 0);
#endif
  assert(0);
  return 0;
}
