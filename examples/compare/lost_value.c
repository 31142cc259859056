/* Lost values. x is all that the check names; what x was copied from is forgotten until it is a predicate too. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int next = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    x = next;
    next = 1 - next;
  }
  assert(x == 0 || x == 1);
  return 0;
}
