// The sum of the first n odd numbers is n * n, also where it wraps around.
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned char n = __VERIFIER_nondet_uint();
  unsigned char i = 0, s = 0;
  while (i != n) {
    s += 2 * i + 1;
    i++;
  }
  assert(s == (unsigned char)(n * n));
  return 0;
}
