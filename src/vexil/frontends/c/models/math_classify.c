/* models: __isnan __isnanf __isinf __isinff __finite __finitef finite finitef __fpclassify __fpclassifyf __signbit __signbitf */
#include "vexil.h"

/* What the macros of <math.h> expand to. */
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int __isinf(double x) { return x > __DBL_MAX__ ? 1 : x < -__DBL_MAX__ ? -1 : 0; }
int __isinff(float x) { return __isinf(x); }
int __finite(double x) { return x >= -__DBL_MAX__ && x <= __DBL_MAX__; }
int __finitef(float x) { return __finite(x); }
int finite(double x) { return __finite(x); }
int finitef(float x) { return __finite(x); }

int __fpclassify(double x) {
  if (x != x) return 0;
  if (!__finite(x)) return 1;
  if (x == 0.0) return 2;
  return x < __DBL_MIN__ && x > -__DBL_MIN__ ? 3 : 4;
}

int __fpclassifyf(float x) {
  if (x != x) return 0;
  if (!__finite(x)) return 1;
  if (x == 0.0F) return 2;
  return x < __FLT_MIN__ && x > -__FLT_MIN__ ? 3 : 4;
}

int __signbit(double x) {
  union { double number; unsigned long long bits; } view;
  view.number = x;
  return (int)(view.bits >> 63);
}

int __signbitf(float x) { return __signbit(x); }
