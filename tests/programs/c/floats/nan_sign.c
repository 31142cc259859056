/* The sign of a NaN is that of the bits it was copied from. */
#include <assert.h>
#include <math.h>
#include <stdint.h>

int main(void) {
  union { double d; uint64_t u; } a;
  a.u = 0xfff8000000000001ull;
  assert(signbit(a.d));
  assert(copysign(1.0, a.d) == -1.0);
  assert(!signbit(fabs(-2.0)) && signbit(-0.0));
#ifdef COMPUTED
  double zero = 0.0;
  assert(!signbit(zero / zero));
#endif
  return 0;
}
