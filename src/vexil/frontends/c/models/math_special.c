/* models: erf erff erfl erfc erfcf erfcl tgamma tgammaf tgammal lgamma lgammaf lgammal gamma lgamma_r lgammaf_r signgam j0 j1 jn y0 y1 yn */
#include "math_approximate.h"

int signgam = 0;

double erf(double x) {
  if (x != x || x == 0.0) return x;
  if (__VEXIL_IS_INFINITE(x)) return x > 0.0 ? 1.0 : -1.0;
  __VEXIL_SOME_VALUE(erf);
  return __vexil_in_range(__vexil_signed_like(x, 1.0));
}

double erfc(double x) {
  if (x != x) return x;
  if (x == 0.0) return 1.0;
  if (__VEXIL_IS_INFINITE(x)) return x > 0.0 ? 0.0 : 2.0;
  __VEXIL_SOME_VALUE(erfc);
  return __vexil_in_range(__vexil_between(0.0, 2.0));
}

double tgamma(double x) {
  if (x != x || x > __DBL_MAX__) return x;
  if (x == 0.0) return __vexil_pole(1.0 / x);
  if (x <= -9007199254740992.0 || (x < 0.0 && (double)(long long)x == x)) return __vexil_domain_error();
  __VEXIL_SOME_VALUE(tgamma);
  double size = __vexil_in_range(__vexil_between(0.0, __VEXIL_INFINITY));
  return x < 0.0 && __vexil_choose_bool() ? -size : size;
}

double lgamma_r(double x, int *sign) {
  *sign = x < 0.0 && __vexil_choose_bool() ? -1 : 1;
  if (x != x) return x;
  if (x > __DBL_MAX__ || x < -__DBL_MAX__) return __VEXIL_INFINITY;
  if (x == 0.0) {
    if (1.0 / x < 0.0) *sign = -1;
    return __vexil_pole(__VEXIL_INFINITY);
  }
  if (x == 1.0 || x == 2.0) return 0.0;
  __VEXIL_SOME_VALUE(lgamma);
  return __vexil_in_range(__vexil_between(-__DBL_MAX__, __VEXIL_INFINITY));
}

double lgamma(double x) { return lgamma_r(x, &signgam); }
double gamma(double x) { return lgamma_r(x, &signgam); }
float lgammaf_r(float x, int *sign) { return (float)lgamma_r(x, sign); }

#define __VEXIL_BESSEL(name) \
  if (x != x) return x; \
  __VEXIL_SOME_VALUE(name); \
  if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_EDOM; \
  return __vexil_in_range(__VERIFIER_nondet_double())

double j0(double x) { __VEXIL_BESSEL(j0); }
double j1(double x) { __VEXIL_BESSEL(j1); }
double y0(double x) { __VEXIL_BESSEL(y0); }
double y1(double x) { __VEXIL_BESSEL(y1); }

double jn(int n, double x) {
  (void)n;
  __VEXIL_BESSEL(jn);
}

double yn(int n, double x) {
  (void)n;
  __VEXIL_BESSEL(yn);
}

__VEXIL_OTHER_TYPES(erf)
__VEXIL_OTHER_TYPES(erfc)
__VEXIL_OTHER_TYPES(tgamma)
__VEXIL_OTHER_TYPES(lgamma)
