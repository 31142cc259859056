/* The bits of a NaN that was computed are chosen by the machine: 0.0 / 0.0 is negative on some. */
#include <assert.h>
#include <stdint.h>

int main(void) {
  union { double d; uint64_t u; } a;
  double zero = 0.0;
  a.d = zero / zero;
#ifdef POSITIVE
  assert(a.u >> 63 == 0);
#else
  assert(a.d != a.d);
#endif
  return 0;
}
