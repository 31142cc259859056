/* models: sinh sinhf sinhl cosh coshf coshl tanh tanhf tanhl asinh asinhf asinhl acosh acoshf acoshl atanh atanhf atanhl */
#include "math_approximate.h"

double sinh(double x) {
  if (x != x || x == 0.0 || __VEXIL_IS_INFINITE(x)) return x;
  __VEXIL_SOME_VALUE(sinh);
  return __vexil_in_range(__vexil_signed_like(x, __VEXIL_INFINITY));
}

double cosh(double x) {
  if (x != x) return x;
  if (x == 0.0) return 1.0;
  if (__VEXIL_IS_INFINITE(x)) return __VEXIL_INFINITY;
  __VEXIL_SOME_VALUE(cosh);
  return __vexil_in_range(__vexil_between(1.0, __VEXIL_INFINITY));
}

double tanh(double x) {
  if (x != x || x == 0.0) return x;
  if (__VEXIL_IS_INFINITE(x)) return x > 0.0 ? 1.0 : -1.0;
  __VEXIL_SOME_VALUE(tanh);
  return __vexil_signed_like(x, 1.0);
}

double asinh(double x) {
  if (x != x || x == 0.0 || __VEXIL_IS_INFINITE(x)) return x;
  __VEXIL_SOME_VALUE(asinh);
  return __vexil_signed_like(x, __DBL_MAX__);
}

double acosh(double x) {
  if (x != x || x > __DBL_MAX__) return x;
  if (x < 1.0) return __vexil_domain_error();
  if (x == 1.0) return 0.0;
  __VEXIL_SOME_VALUE(acosh);
  return __vexil_between(0.0, __DBL_MAX__);
}

double atanh(double x) {
  if (x != x || x == 0.0) return x;
  if (x > 1.0 || x < -1.0) return __vexil_domain_error();
  if (x == 1.0 || x == -1.0) return __vexil_pole(x > 0.0 ? __VEXIL_INFINITY : -__VEXIL_INFINITY);
  __VEXIL_SOME_VALUE(atanh);
  return __vexil_signed_like(x, __DBL_MAX__);
}

__VEXIL_OTHER_TYPES(sinh)
__VEXIL_OTHER_TYPES(cosh)
__VEXIL_OTHER_TYPES(tanh)
__VEXIL_OTHER_TYPES(asinh)
__VEXIL_OTHER_TYPES(acosh)
__VEXIL_OTHER_TYPES(atanh)
