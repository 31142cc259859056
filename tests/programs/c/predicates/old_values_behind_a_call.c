// Behind the call g is zero while what was known of g and r is old: nothing may be excluded in between.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned g;
static void reset(void) { g = 0; }
int main(void)
{
  unsigned r = __VERIFIER_nondet_uint();
  g = __VERIFIER_nondet_uint();
  if (g <= r) return 0;
  if (g == 0) assert(0); /* impossible: no number is less than zero */
  reset();
  assert(g != 0); // violated: assert
  return 0;
}
