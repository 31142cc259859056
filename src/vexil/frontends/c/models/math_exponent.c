/* models: frexp frexpf frexpl ldexp ldexpf ldexpl scalbn scalbnf scalbnl scalbln scalblnf scalblnl ilogb ilogbf ilogbl logb logbf logbl significand nextafter nextafterf nexttoward */
#include "vexil.h"

#define __VEXIL_INFINITE(x) ((x) > __DBL_MAX__ || (x) < -__DBL_MAX__)

union __vexil_double { double number; unsigned long long bits; };
union __vexil_float { float number; unsigned bits; };

/* The exponent of a finite number other than 0, so that the number is between 1 and 2 times its power of two. */
static int __vexil_exponent(double x) {
  union __vexil_double view;
  _Bool small = x > -__DBL_MIN__ && x < __DBL_MIN__;
  view.number = small ? x * 18014398509481984.0 : x;
  return (int)(view.bits >> 52 & 2047) - (small ? 1077 : 1023);
}

/* x times a power of two, rounded once: only the last factor takes the number below the normal ones. */
static double __vexil_scaled(double x, long n) {
  union __vexil_double power;
  if (x != x || x == 0.0 || __VEXIL_INFINITE(x)) return x;
  if (n > 1023) {
    x *= 0x1p1023;
    n -= 1023;
    if (n > 1023) {
      x *= 0x1p1023;
      n = n - 1023 > 1023 ? 1023 : n - 1023;
    }
  } else if (n < -1022) {
    x *= 0x1p-969;
    n += 969;
    if (n < -1022) {
      x *= 0x1p-969;
      n = n + 969 < -1022 ? -1022 : n + 969;
    }
  }
  power.bits = (unsigned long long)(1023 + n) << 52;
  return x * power.number;
}

double scalbln(double x, long n) {
  double result = __vexil_scaled(x, n);
  if (result != x && (result == 0.0 || __VEXIL_INFINITE(result))) __VEXIL_ERRNO = __VEXIL_ERANGE;
  return result;
}

double scalbn(double x, int n) { return scalbln(x, n); }
double ldexp(double x, int n) { return scalbln(x, n); }

float scalblnf(float x, long n) {
  double exact = __vexil_scaled(x, n < -500 ? -500 : n > 500 ? 500 : n);
  float result = (float)exact;
  if (result != x && (result == 0.0F || __VEXIL_INFINITE(result))) __VEXIL_ERRNO = __VEXIL_ERANGE;
  return result;
}

float scalbnf(float x, int n) { return scalblnf(x, n); }
float ldexpf(float x, int n) { return scalblnf(x, n); }

double frexp(double x, int *exponent) {
  if (x != x || x == 0.0 || __VEXIL_INFINITE(x)) {
    *exponent = 0;
    return x;
  }
  *exponent = __vexil_exponent(x) + 1;
  return __vexil_scaled(x, -(long)*exponent);
}

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

int ilogb(double x) {
  if (x != x || x == 0.0 || __VEXIL_INFINITE(x)) {
    __VEXIL_ERRNO = __VEXIL_EDOM;
    return __VEXIL_INFINITE(x) ? 2147483647 : -2147483647 - 1;
  }
  return __vexil_exponent(x);
}

int ilogbf(float x) { return ilogb(x); }

double logb(double x) {
  if (x != x) return x;
  if (__VEXIL_INFINITE(x)) return __builtin_inf();
  if (x == 0.0) { /* not every version of the C library tells the error */
    if (__vexil_choose_bool()) __VEXIL_ERRNO = __VEXIL_ERANGE;
    return -__builtin_inf();
  }
  return __vexil_exponent(x);
}

float logbf(float x) { return (float)logb(x); }

double significand(double x) {
  if (x != x || x == 0.0 || __VEXIL_INFINITE(x)) return x;
  return __vexil_scaled(x, -(long)__vexil_exponent(x));
}

double nextafter(double x, double y) {
  union __vexil_double view;
  if (x != x) return x;
  if (y != y || x == y) return y;
  view.number = x;
  if (x == 0.0) {
    view.bits = y > 0.0 ? 1 : 0x8000000000000001ULL;
  } else if ((x < y) == (x > 0.0)) {
    view.bits++;
  } else {
    view.bits--;
  }
  if (__VEXIL_INFINITE(view.number) || (view.number > -__DBL_MIN__ && view.number < __DBL_MIN__))
    __VEXIL_ERRNO = __VEXIL_ERANGE;
  return view.number;
}

float nextafterf(float x, float y) {
  union __vexil_float view;
  if (x != x) return x;
  if (y != y || x == y) return y;
  view.number = x;
  if (x == 0.0F) {
    view.bits = y > 0.0F ? 1 : 0x80000001U;
  } else if ((x < y) == (x > 0.0F)) {
    view.bits++;
  } else {
    view.bits--;
  }
  if (__VEXIL_INFINITE(view.number) || (view.number > -__FLT_MIN__ && view.number < __FLT_MIN__))
    __VEXIL_ERRNO = __VEXIL_ERANGE;
  return view.number;
}

double nexttoward(double x, long double y) { return nextafter(x, (double)y); }

/* A long double has more exponents than a double: what is scaled may leave these. */
static void __vexil_extended(void) {
  __vexil_adds("long doubles are computed with 64 bits");
  __vexil_drops("long doubles are computed with 64 bits");
}

long double frexpl(long double x, int *exponent) { return frexp((double)x, exponent); }
int ilogbl(long double x) { return ilogb((double)x); }
long double logbl(long double x) { return logb((double)x); }

long double scalblnl(long double x, long n) {
  __vexil_extended();
  return scalbln((double)x, n);
}

long double scalbnl(long double x, int n) { return scalblnl(x, n); }
long double ldexpl(long double x, int n) { return scalblnl(x, n); }
