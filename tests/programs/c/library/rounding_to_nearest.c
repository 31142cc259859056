#include <assert.h>
#include <fenv.h>
#include <math.h>

int main(void) {
  fenv_t environment;
  fegetenv(&environment);
  fesetround(FE_TONEAREST);
  fesetenv(&environment);
  assert(fegetround() == FE_TONEAREST && rint(1.25) == 1.0);
  return 0;
}
