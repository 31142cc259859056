// Doubled n times from one, y is a shifted one or zero, however large n is.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), y = 1, i = 0;
  while (i < n) {
    y = y * 2;
    i++;
  }
  assert(n < 32 ? y == 1u << n : y == 0);
  return 0;
}
