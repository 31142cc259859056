/* models: pow powf powl hypot hypotf hypotl fma fmaf fmal cbrt cbrtf cbrtl scalb */
/* assumption pow: a power with integers for base, exponent and value is exact */
/* assumption powf: a power with integers for base, exponent and value is exact */
#include "math_approximate.h"

#define __VEXIL_INTEGERS 9007199254740992.0

static _Bool __vexil_is_integer(double x) {
  if (x >= __VEXIL_INTEGERS || x <= -__VEXIL_INTEGERS) return 1;
  return (double)(long long)x == x;
}

static _Bool __vexil_is_odd(double x) {
  if (x >= __VEXIL_INTEGERS || x <= -__VEXIL_INTEGERS) return 0;
  return (double)(long long)x == x && (long long)x % 2 != 0;
}

/* The powers of the infinities and of 0 (C11 F.10.4.4); y is neither NaN nor 0. */
static double __vexil_extreme_power(double x, double y) {
  _Bool negative = (x < 0.0 || (x == 0.0 && 1.0 / x < 0.0)) && __vexil_is_odd(y);
  if ((x == 0.0) == (y > 0.0)) return negative ? -0.0 : 0.0;
  double large = negative ? -__VEXIL_INFINITY : __VEXIL_INFINITY;
  return x == 0.0 && y >= -__DBL_MAX__ ? __vexil_pole(large) : large;
}

double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (x != x || y != y) return __builtin_nan("");
  if (x == 0.0 || __VEXIL_IS_INFINITE(x)) return __vexil_extreme_power(x, y);
  double size = x < 0.0 ? -x : x;
  if (__VEXIL_IS_INFINITE(y)) {
    if (size == 1.0) return 1.0;
    return (size > 1.0) == (y > 0.0) ? __VEXIL_INFINITY : 0.0;
  }
  if (x < 0.0 && !__vexil_is_integer(y)) return __vexil_domain_error();
  if (y == 1.0) return x;
  if (x == -1.0) return __vexil_is_odd(y) ? -1.0 : 1.0;
  if (y > 0.0 && y <= 53.0 && size <= __VEXIL_INTEGERS && __vexil_is_integer(y) && __vexil_is_integer(x)) {
    double product = x;
    for (int count = (int)y; count > 1 && product <= __VEXIL_INTEGERS && product >= -__VEXIL_INTEGERS; count--)
      product *= x;
    if (product <= __VEXIL_INTEGERS && product >= -__VEXIL_INTEGERS) return product;
  }
  __VEXIL_SOME_VALUE(pow);
  size = __vexil_in_range(__vexil_between(0.0, __VEXIL_INFINITY));
  return x < 0.0 && __vexil_is_odd(y) ? -size : size;
}

double hypot(double x, double y) {
  if (x < 0.0) x = -x;
  if (y < 0.0) y = -y;
  if (x > __DBL_MAX__ || y > __DBL_MAX__) return __VEXIL_INFINITY;
  if (x != x || y != y) return __builtin_nan("");
  if (x == 0.0) return y == 0.0 ? 0.0 : y;
  if (y == 0.0) return x;
  __VEXIL_SOME_VALUE(hypot);
  return __vexil_in_range(__vexil_between(0.0, __VEXIL_INFINITY));
}

double cbrt(double x) {
  if (x != x || x == 0.0 || __VEXIL_IS_INFINITE(x)) return x;
  __VEXIL_SOME_VALUE(cbrt);
  return __vexil_signed_like(x, __DBL_MAX__);
}

double fma(double x, double y, double z) {
  if (x != x || y != y || z != z) return __builtin_nan("");
  __VEXIL_SOME_VALUE(fma);
  return __vexil_in_range(__VERIFIER_nondet_double());
}

double scalb(double x, double y) {
  if (x != x || y != y) return __builtin_nan("");
  __VEXIL_SOME_VALUE(scalb);
  if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_EDOM;
  return __vexil_in_range(__VERIFIER_nondet_double());
}

__VEXIL_OTHER_TYPES(cbrt)

/* An exact power of a float may not be a float; it is rounded once. */
float powf(float x, float y) { return (float)__vexil_in_range(pow(x, y)); }
float hypotf(float x, float y) { return (float)hypot(x, y); }
float fmaf(float x, float y, float z) { return (float)fma(x, y, z); }

long double powl(long double x, long double y) {
  __vexil_drops("long doubles are computed with 64 bits");
  return pow((double)x, (double)y);
}

long double hypotl(long double x, long double y) {
  __vexil_drops("long doubles are computed with 64 bits");
  return hypot((double)x, (double)y);
}

long double fmal(long double x, long double y, long double z) {
  __vexil_drops("long doubles are computed with 64 bits");
  return fma((double)x, (double)y, (double)z);
}
