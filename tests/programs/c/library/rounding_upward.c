// Another direction of rounding is not modelled: no answer rests on it.
#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
  fesetround(FE_UPWARD);
  assert(rint(1.25) == 1.0);
  return 0;
}
