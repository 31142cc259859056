// Twice the sum of the first numbers is i * (i + 1), also modulo 2^32, however many there are.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0;
  while (i < n) {
    i++;
    sum += i;
  }
  assert(2 * sum == i * (i + 1));
  return 0;
}
