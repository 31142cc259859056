// Copies and tests of a state between two heads of a loop: what the copies are at the head does not matter.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int state = 0, steps = 0;
  while (__VERIFIER_nondet_bool()) {
    int before = state, next;
    if (before == 0)
      next = 1;
    else if (before == 1)
      next = 2;
    else
      next = 0;
    state = next;
    int after = state;
    assert(after != before);
    assert(before != 2 || after == 0);
    steps++;
  }
  return 0;
}
