/* models: trunc truncf floor floorf ceil ceilf round roundf rint rintf nearbyint nearbyintf lround lroundf llround llroundf lrint lrintf llrint llrintf modf modff truncl floorl ceill roundl rintl nearbyintl lroundl llroundl lrintl llrintl modfl */
/* assumption rint: the rounding mode is to nearest */
/* assumption nearbyint: the rounding mode is to nearest */
/* assumption lrint: the rounding mode is to nearest */
/* assumption llrint: the rounding mode is to nearest */
#include "vexil.h"

/* From 2 to the 52nd on, every double is an integer; below, conversion to long long is exact. */
double trunc(double x) {
  if (x != x || x == 0.0 || x >= 4503599627370496.0 || x <= -4503599627370496.0) return x;
  double whole = (double)(long long)x;
  return whole == 0.0 && x < 0.0 ? -0.0 : whole;
}

double floor(double x) {
  double whole = trunc(x);
  return whole > x ? whole - 1.0 : whole;
}

double ceil(double x) {
  double whole = trunc(x);
  if (!(whole < x)) return whole;
  return whole + 1.0;
}

double round(double x) {
  double whole = trunc(x), rest = x - whole;
  if (rest >= 0.5) return whole + 1.0;
  if (rest <= -0.5) return whole - 1.0;
  return whole;
}

double rint(double x) {
  double whole = trunc(x), rest = x - whole;
  if (!(rest >= 0.5) && !(rest <= -0.5)) return whole;
  _Bool odd = (long long)whole % 2 != 0;
  if (rest > 0.5 || (rest == 0.5 && odd)) return whole + 1.0;
  if (rest < -0.5 || (rest == -0.5 && odd)) return whole - 1.0;
  return whole;
}

double modf(double x, double *whole) {
  double part = trunc(x);
  *whole = part;
  if (part == x) return x < 0.0 || (x == 0.0 && 1.0 / x < 0.0) ? -0.0 : 0.0;
  return x - part;
}

double nearbyint(double x) { return rint(x); }
long lround(double x) { return (long)round(x); }
long long llround(double x) { return (long long)round(x); }
long lrint(double x) { return (long)rint(x); }
long long llrint(double x) { return (long long)rint(x); }

/* Every float is a double, and so are the results. */
float truncf(float x) { return (float)trunc(x); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float roundf(float x) { return (float)round(x); }
float rintf(float x) { return (float)rint(x); }
float nearbyintf(float x) { return (float)rint(x); }
long lroundf(float x) { return (long)round(x); }
long long llroundf(float x) { return (long long)round(x); }
long lrintf(float x) { return (long)rint(x); }
long long llrintf(float x) { return (long long)rint(x); }

float modff(float x, float *whole) {
  double part, rest = modf(x, &part);
  *whole = (float)part;
  return (float)rest;
}

/* A long double holds a double here, and so do these results. */
long double truncl(long double x) { return trunc((double)x); }
long double floorl(long double x) { return floor((double)x); }
long double ceill(long double x) { return ceil((double)x); }
long double roundl(long double x) { return round((double)x); }
long double rintl(long double x) { return rint((double)x); }
long double nearbyintl(long double x) { return rint((double)x); }
long lroundl(long double x) { return (long)round((double)x); }
long long llroundl(long double x) { return (long long)round((double)x); }
long lrintl(long double x) { return (long)rint((double)x); }
long long llrintl(long double x) { return (long long)rint((double)x); }

long double modfl(long double x, long double *whole) {
  double part, rest = modf((double)x, &part);
  *whole = part;
  return rest;
}
