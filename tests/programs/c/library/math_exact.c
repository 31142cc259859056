#include <assert.h>
#include <errno.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  int exponent;
  double whole, x = __VERIFIER_nondet_double();
  assert(sqrt(4.0) == 2.0 && sqrtf(9.0f) == 3.0f && sqrt(2.0) == 1.4142135623730951);
  if (x >= 1.0) assert(sqrt(x) >= 1.0);
  assert(fmod(7.5, 2.0) == 1.5 && remainder(7.0, 4.0) == -1.0 && fmin(1.0, NAN) == 1.0 && fabs(-2.5) == 2.5);
  assert(floor(-0.5) == -1.0 && ceil(0.5) == 1.0 && trunc(-1.5) == -1.0 && round(2.5) == 3.0 && fabsl(-1.0L) == 1.0L);
  assert(ldexp(3.0, 4) == 48.0 && frexp(48.0, &exponent) == 0.75 && exponent == 6 && ilogb(8.0) == 3);
  assert(modf(2.5, &whole) == 0.5 && whole == 2.0 && scalbn(1.0, -1074) > 0.0 && nextafter(0.0, 1.0) > 0.0);
  assert(pow(2.0, 10.0) == 1024.0 && pow(-3.0, 3.0) == -27.0 && exp(0.0) == 1.0 && hypot(0.0, -3.0) == 3.0);
  double s = sin(x);
  assert(isnan(s) || (s >= -1.0 && s <= 1.0));
  errno = 0;
  assert(isnan(sqrt(-1.0)) && errno == EDOM);
  return 0;
}
