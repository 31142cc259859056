// Only a sum that overflows is negative: no machine integers refute this, whatever the mathematical ones do.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x + x > 2147483647)
    assert(0);  // violated: assert
  return 0;
}
