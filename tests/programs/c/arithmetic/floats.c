// Floats are those of IEEE 754: a tenth is not exact, NaN differs from itself.
#include <assert.h>

int main(void) {
  double tenth = 0.1;
  float narrow = 0.1f;
  double zero = 0.0;
  double nan = zero / zero;
  assert(tenth + 0.2 != 0.3);
  assert((double)narrow != tenth);
  assert(nan != nan);
  assert(1 / zero > 1e308);
  assert((int)-2.9 == -2);
  return 0;
}
