/* models: fabs fabsf fmax fmaxf fmin fminf fdim fdimf copysign copysignf nan nanf fabsl fmaxl fminl fdiml copysignl nanl */
/* assumption fmax: of zeros with different signs the first is the maximum */
/* assumption fmin: of zeros with different signs the first is the minimum */
#include "vexil.h"

static _Bool __vexil_negative(double x) {
  union { double number; unsigned long long bits; } view;
  view.number = x;
  return (_Bool)(view.bits >> 63);
}

double fabs(double x) {
  if (x == 0.0) return 0.0;
  if (x != x) return __builtin_nan("");
  return x < 0.0 ? -x : x;
}

double fmax(double x, double y) {
  if (x != x) return y;
  if (y != y) return x;
  return x >= y ? x : y;
}

double fmin(double x, double y) {
  if (x != x) return y;
  if (y != y) return x;
  return x <= y ? x : y;
}

double fdim(double x, double y) {
  if (x != x) return x;
  if (y != y) return y;
  return x > y ? x - y : 0.0;
}

double copysign(double x, double y) {
  double size = fabs(x);
  return __vexil_negative(y) ? -size : size;
}

double nan(const char *text) {
  (void)text;
  return __builtin_nan("");
}

float fabsf(float x) { return (float)fabs(x); }
float fmaxf(float x, float y) { return (float)fmax(x, y); }
float fminf(float x, float y) { return (float)fmin(x, y); }
float copysignf(float x, float y) { return (float)copysign(x, y); }
float nanf(const char *text) { return (float)nan(text); }

float fdimf(float x, float y) {
  if (x != x) return x;
  if (y != y) return y;
  return x > y ? x - y : 0.0F;
}

long double fabsl(long double x) { return fabs((double)x); }
long double fmaxl(long double x, long double y) { return fmax((double)x, (double)y); }
long double fminl(long double x, long double y) { return fmin((double)x, (double)y); }
long double copysignl(long double x, long double y) { return copysign((double)x, (double)y); }
long double nanl(const char *text) { return nan(text); }

long double fdiml(long double x, long double y) {
  if (x != x) return x;
  if (y != y) return y;
  return x > y ? x - y : 0.0L;
}
