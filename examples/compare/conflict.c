/* Conflicting predicates. No number is 2 and 3: what is enforced keeps both from being true. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(!(x == 2 && x == 3));
  return 0;
}
