// A protocol goes wrong when it gets the right inputs in the right order, round after round.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int state, held;
static int get(void) { return __VERIFIER_nondet_int(); }
static void step(int in) {
  if (state == 0) { if (in == 17) state = 1; }
  else if (state == 1) { if (in == 4) state = 2; else state = 0; }
  else if (state == 2) { if (in < -9) state = 3; else if (in > 100) state = 1; }
  else if (state == 3) { if (in == 5) { held = 1; state = 4; } else state = 2; }
  else if (state == 4) { if (in == 17) state = 5; else held = 0; }
  else if (state == 5) { if (held == 1) state = 6; else state = 4; }
}
int main(void) {
  while (1) {
    step(get());
    assert(state != 6); // violated: assert
  }
}
