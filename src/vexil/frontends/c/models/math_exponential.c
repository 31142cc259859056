/* models: exp expf expl exp2 exp2f exp2l exp10 exp10f exp10l expm1 expm1f expm1l log logf logl log2 log2f log2l log10 log10f log10l log1p log1pf log1pl pow10 */
#include "math_approximate.h"

#define __VEXIL_EXPONENTIAL(name) \
  double name(double x) { \
    if (x != x) return x; \
    if (x == 0.0) return 1.0; \
    if (__VEXIL_IS_INFINITE(x)) return x > 0.0 ? x : 0.0; \
    __VEXIL_SOME_VALUE(name); \
    return __vexil_in_range(__vexil_between(0.0, __VEXIL_INFINITY)); \
  } \
  __VEXIL_OTHER_TYPES(name)

#define __VEXIL_LOGARITHM(name) \
  double name(double x) { \
    if (x != x || x > __DBL_MAX__) return x; \
    if (x == 0.0) return __vexil_pole(-__VEXIL_INFINITY); \
    if (x < 0.0) return __vexil_domain_error(); \
    if (x == 1.0) return 0.0; \
    __VEXIL_SOME_VALUE(name); \
    return x > 1.0 ? __vexil_between(0.0, __DBL_MAX__) : __vexil_between(-__DBL_MAX__, 0.0); \
  } \
  __VEXIL_OTHER_TYPES(name)

__VEXIL_EXPONENTIAL(exp)
__VEXIL_EXPONENTIAL(exp2)
__VEXIL_EXPONENTIAL(exp10)
__VEXIL_LOGARITHM(log)
__VEXIL_LOGARITHM(log2)
__VEXIL_LOGARITHM(log10)

double pow10(double x) { return exp10(x); }

double expm1(double x) {
  if (x != x || x == 0.0 || x > __DBL_MAX__) return x;
  if (x < -__DBL_MAX__) return -1.0;
  __VEXIL_SOME_VALUE(expm1);
  return __vexil_in_range(x > 0.0 ? __vexil_between(0.0, __VEXIL_INFINITY) : __vexil_between(-1.0, 0.0));
}

double log1p(double x) {
  if (x != x || x == 0.0 || x > __DBL_MAX__) return x;
  if (x == -1.0) return __vexil_pole(-__VEXIL_INFINITY);
  if (x < -1.0) return __vexil_domain_error();
  __VEXIL_SOME_VALUE(log1p);
  return __vexil_in_range(__vexil_signed_like(x, __DBL_MAX__));
}

__VEXIL_OTHER_TYPES(expm1)
__VEXIL_OTHER_TYPES(log1p)
