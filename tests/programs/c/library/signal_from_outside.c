#include <assert.h>
#include <signal.h>

static sig_atomic_t caught;

static void note(int number) { caught = number; }

int main(void) {
  signal(SIGINT, note);
  assert(caught == 0);
  return 0;
}
