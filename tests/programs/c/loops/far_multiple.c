// The assertion fails for one number only, after ten thousand iterations.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, weight = 0;
  while (i < n) {
    i += 3;
    weight += 7;
  }
  assert(weight != 70007);  // violated: assert
  return 0;
}
