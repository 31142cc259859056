// No number that three times itself plus one leads to from seven is a multiple of four.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 7;
  for (unsigned i = 0; i < n; i++) x = 3 * x + 1;
  assert(x % 4 != 0);
  return 0;
}
