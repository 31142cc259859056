// The sum of the first n odd numbers is not n * n + 1, and nobody needs to go far to see it.
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned char n = __VERIFIER_nondet_uint();
  unsigned char i = 0, s = 0;
  while (i != n) {
    s += 2 * i + 1;
    i++;
  }
  assert(n == 0 || s == (unsigned char)(n * n + 1));
  return 0;
}
