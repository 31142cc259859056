// Two variables go in step, and nobody needs to know how often.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x, y = 0;
  if (n > 100000) return 0;
  for (x = 0; x < n; x += 2) y += 6;
  assert(y == 3 * x);
  return 0;
}
