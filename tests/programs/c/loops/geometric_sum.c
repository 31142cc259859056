// The sum of powers of three is half of the next power minus one, also modulo 2^32.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0, power = 1;
  for (unsigned i = 0; i < n; i++) {
    sum += power;
    power *= 3;
  }
  assert(2 * sum == power - 1);
  return 0;
}
