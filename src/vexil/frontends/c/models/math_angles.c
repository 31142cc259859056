/* models: sin sinf sinl cos cosf cosl tan tanf tanl asin asinf asinl acos acosf acosl atan atanf atanl atan2 atan2f atan2l sincos sincosf */
#include "math_approximate.h"

double sin(double x) {
  if (x != x || x == 0.0) return x;
  if (__VEXIL_IS_INFINITE(x)) return __vexil_domain_error();
  __VEXIL_SOME_VALUE(sin);
  return __vexil_between(-1.0, 1.0);
}

double cos(double x) {
  if (x != x) return x;
  if (x == 0.0) return 1.0;
  if (__VEXIL_IS_INFINITE(x)) return __vexil_domain_error();
  __VEXIL_SOME_VALUE(cos);
  return __vexil_between(-1.0, 1.0);
}

double tan(double x) {
  if (x != x || x == 0.0) return x;
  if (__VEXIL_IS_INFINITE(x)) return __vexil_domain_error();
  __VEXIL_SOME_VALUE(tan);
  return __vexil_between(-__DBL_MAX__, __DBL_MAX__);
}

double asin(double x) {
  if (x != x || x == 0.0) return x;
  if (x > 1.0 || x < -1.0) return __vexil_domain_error();
  __VEXIL_SOME_VALUE(asin);
  return __vexil_signed_like(x, __VEXIL_PI / 2.0);
}

double acos(double x) {
  if (x != x) return x;
  if (x == 1.0) return 0.0;
  if (x > 1.0 || x < -1.0) return __vexil_domain_error();
  __VEXIL_SOME_VALUE(acos);
  return __vexil_between(0.0, __VEXIL_PI);
}

double atan(double x) {
  if (x != x || x == 0.0) return x;
  __VEXIL_SOME_VALUE(atan);
  return __vexil_signed_like(x, __VEXIL_PI / 2.0);
}

double atan2(double y, double x) {
  if (x != x || y != y) return __builtin_nan("");
  if (y == 0.0 && x > 0.0) return y;
  __VEXIL_SOME_VALUE(atan2);
  if (y == 0.0) return __vexil_between(-__VEXIL_PI, __VEXIL_PI);
  return __vexil_in_range(__vexil_signed_like(y, __VEXIL_PI));
}

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = (float)sin(x);
  *cosine = (float)cos(x);
}

__VEXIL_OTHER_TYPES(sin)
__VEXIL_OTHER_TYPES(cos)
__VEXIL_OTHER_TYPES(tan)
__VEXIL_OTHER_TYPES(asin)
__VEXIL_OTHER_TYPES(acos)
__VEXIL_OTHER_TYPES(atan)

float atan2f(float y, float x) { return (float)atan2(y, x); }

long double atan2l(long double y, long double x) {
  __vexil_drops("long doubles are computed with 64 bits");
  return atan2((double)y, (double)x);
}
