// A function that it returns is one of its own, and does what those do: it may change what the outside knows.
#include <assert.h>

extern void (*choose(void))(void);
int state;

int main(void) {
  void (*chosen)(void) = choose();
  state = 1;
  if (chosen) chosen();
  assert(state == 1);  // violated: assert
  return 0;
}
