/* models: fmod fmodf fmodl remainder remainderf remainderl drem dremf remquo remquof remquol */
/* assumption remquo: the quotient is below 9 */
/* assumption remquof: the quotient is below 9 */
#include "vexil.h"

static _Bool __vexil_below_zero(double x) { return x < 0.0 || (x == 0.0 && 1.0 / x < 0.0); }

/* Whether there is a remainder. NaN is handed on without an error. */
static _Bool __vexil_divides(double x, double y) { return y != 0.0 && x >= -__DBL_MAX__ && x <= __DBL_MAX__; }

static double __vexil_not_divided(double x, double y) {
  if (x == x && y == y) __VEXIL_ERRNO = __VEXIL_EDOM;
  return __builtin_nan("");
}

double fmod(double x, double y) {
  if (!__vexil_divides(x, y)) return __vexil_not_divided(x, y);
  return __vexil_remainder(x, y);
}

/* Every subtraction below is exact (Sterbenz 1974), and so are the products by small powers of two. */
double remquo(double x, double y, int *quotient) {
  double rest = x < 0.0 ? -x : x, divisor = y < 0.0 ? -y : y;
  int count = 0;
  if (!__vexil_divides(x, y) || y != y) { /* not every version of the C library tells the error */
    if (__vexil_choose_bool()) __vexil_not_divided(x, y);
    return __builtin_nan("");
  }
  if (divisor <= __DBL_MAX__ / 8.0) rest = __vexil_remainder(rest, divisor * 8.0);
  if (divisor <= __DBL_MAX__ / 4.0 && rest >= divisor * 4.0) {
    rest -= divisor * 4.0;
    count += 4;
  }
  if (divisor <= __DBL_MAX__ / 2.0 && rest >= divisor * 2.0) {
    rest -= divisor * 2.0;
    count += 2;
  }
  if (divisor < __DBL_MIN__ * 2.0 ? rest + rest > divisor : rest > divisor * 0.5) {
    rest -= divisor;
    count++;
    if (divisor < __DBL_MIN__ * 2.0 ? rest + rest >= divisor : rest >= divisor * 0.5) {
      rest -= divisor;
      count++;
    }
  }
  if (count == 8 && __vexil_choose_bool()) count = 0;
  *quotient = __vexil_below_zero(x) != __vexil_below_zero(y) ? -count : count;
  if (rest == 0.0) return __vexil_below_zero(x) ? -0.0 : 0.0;
  return x < 0.0 ? -rest : rest;
}

double remainder(double x, double y) {
  int quotient;
  if (!__vexil_divides(x, y)) return __vexil_not_divided(x, y);
  return remquo(x, y, &quotient);
}

double drem(double x, double y) { return remainder(x, y); }

/* Every float is a double, and so are the remainders, which no rounding changes. */
float fmodf(float x, float y) { return (float)fmod(x, y); }
float remainderf(float x, float y) { return (float)remainder(x, y); }
float dremf(float x, float y) { return (float)remainder(x, y); }
float remquof(float x, float y, int *quotient) { return (float)remquo(x, y, quotient); }
long double fmodl(long double x, long double y) { return fmod((double)x, (double)y); }
long double remainderl(long double x, long double y) { return remainder((double)x, (double)y); }
long double remquol(long double x, long double y, int *quotient) { return remquo((double)x, (double)y, quotient); }
