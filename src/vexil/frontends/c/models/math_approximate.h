/* What the models of functions that are not computed exactly are written with: a value is any number from a range. */
#ifndef VEXIL_MATH_APPROXIMATE_H
#define VEXIL_MATH_APPROXIMATE_H
#include "vexil.h"

#define __VEXIL_INFINITY __builtin_inf()
#define __VEXIL_PI 3.14159265358979323846
#define __VEXIL_IS_INFINITE(x) ((x) > __DBL_MAX__ || (x) < -__DBL_MAX__)
#define __VEXIL_SOME_VALUE(name) __vexil_adds("the value of " #name " is any number of its range")

static inline double __vexil_between(double low, double high) {
  double value = __VERIFIER_nondet_double();
  return value >= low && value <= high ? value : low;
}

/* A number up to a limit, with the sign of x. */
static inline double __vexil_signed_like(double x, double limit) {
  double size = __vexil_between(0.0, limit);
  return x < 0.0 ? -size : size;
}

static inline double __vexil_domain_error(void) {
  __VEXIL_ERRNO = __VEXIL_EDOM;
  return __builtin_nan("");
}

static inline double __vexil_pole(double value) {
  __VEXIL_ERRNO = __VEXIL_ERANGE;
  return value;
}

/* The result may be too large or too small for its type. */
static inline double __vexil_in_range(double value) {
  if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_ERANGE;
  return value;
}

/* The functions for the other types: every float is a double; a long double is computed with 64 bits. */
#define __VEXIL_OTHER_TYPES(name) \
  float name##f(float x) { return (float)name(x); } \
  long double name##l(long double x) { \
    __vexil_drops("long doubles are computed with 64 bits"); \
    return name((double)x); \
  }

#endif
