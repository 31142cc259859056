// Modulo 2^32 the sum of 100,000 powers of three is this number.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0, power = 1;
  for (unsigned i = 0; i < n; i++) {
    sum += power;
    power *= 3;
  }
  assert(sum != 1715910720u);
  return 0;
}
