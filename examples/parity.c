// One of two numbers is always odd, and neither of them by itself: a step has to be abstracted as a whole.
//
//     vexil check examples/parity.c -p assert    proved
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int d = 0, e = 1;

static void step(int y) {
  d = y;
  e = y + 1;
}

int main(void) {
  while (__VERIFIER_nondet_int())
    step(__VERIFIER_nondet_int());
  assert((d & 1) != (e & 1));
  return 0;
}
