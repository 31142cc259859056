// What is assumed cuts the runs for which it is false.
#include <assert.h>

signed char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_char();
  __VERIFIER_assume(x >= 0 && x < 5);
  assert(x <= 4);
  assert(x != 3);  // violated: assert
  return 0;
}
