// Sums of sums of powers of two: a triangular system, and the power is what the sums leave out.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), power = 1, sum = 0, sums = 0, i = 0;
  while (i < n) {
    sums += sum;
    sum += power;
    power *= 2;
    i++;
  }
  assert(sum == power - 1 && sums == sum - i);
  return 0;
}
