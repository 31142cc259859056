/* Calls every model of a function of <math.h> (model_f) and the machine's own function (f) with the same numbers, and
   reports the first difference. */
#include "c_models_driver.h"
#include <errno.h>

#define EACH_ROOT(X) X(sqrt) X(logb) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) \
  X(acosh) X(atanh) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(erf) X(erfc)
#define EACH_SPECIAL(X) X(significand) X(j0) X(j1) X(y0) X(y1)
#define EACH_TWO(X) X(remainder) X(drem) X(nextafter) X(atan2) X(pow) X(hypot)
#define EACH_TWO_FLOATS(X) X(remainderf) X(dremf) X(nextafterf) X(atan2f) X(powf) X(hypotf)
#define EACH_EXTENDED(X) X(fabsl) X(truncl) X(floorl) X(ceill) X(roundl) X(rintl) X(nearbyintl) X(logbl) X(nanl)
#define DECLARE_ALL(name) DECLARE(name) DECLARE(name##f) DECLARE(name##l)
EACH_ROOT(DECLARE_ALL)
EACH_SPECIAL(DECLARE)
EACH_TWO(DECLARE)
EACH_TWO_FLOATS(DECLARE)
EACH_EXTENDED(DECLARE)
DECLARE(frexp) DECLARE(frexpf) DECLARE(frexpl) DECLARE(ldexp) DECLARE(ldexpf) DECLARE(ldexpl) DECLARE(scalbn)
DECLARE(scalbnf) DECLARE(scalbnl) DECLARE(scalbln) DECLARE(scalblnf) DECLARE(scalblnl) DECLARE(ilogb) DECLARE(ilogbf)
DECLARE(ilogbl) DECLARE(remquo) DECLARE(remquof) DECLARE(remquol) DECLARE(remainderl) DECLARE(fmodl) DECLARE(fmaxl)
DECLARE(fminl) DECLARE(fdiml) DECLARE(copysignl) DECLARE(modfl) DECLARE(lroundl) DECLARE(llroundl) DECLARE(lrintl)
DECLARE(llrintl) DECLARE(nexttoward) DECLARE(tgamma) DECLARE(tgammaf) DECLARE(tgammal) DECLARE(scalb) DECLARE(jn) DECLARE(yn) DECLARE(fma) DECLARE(fmaf) DECLARE(fmal) DECLARE(sincos)
DECLARE(sincosf) DECLARE(powl) DECLARE(hypotl) DECLARE(atan2l) DECLARE(lgamma) DECLARE(lgammaf) DECLARE(lgammal)
DECLARE(lgamma_r) DECLARE(lgammaf_r) DECLARE(gamma) extern double model_pow10(double);
extern int model_signgam;
extern double wanted_number;
extern _Bool wanted_truth;

/* The model's result is the library's when that is the number that is chosen; what it does to errno may differ only
   where the C library does not tell small results. */
#define SAME_VALUE(call, model) SAME_RESULT(call, model, real == 0 || fabs(real) < 1e-30)
#define SAME_NUMBER(call, model) SAME_RESULT(call, model, 1)
#define SAME_RESULT(call, model, free_errno) \
  do { \
    errno = 0; \
    double real = (double)(call); \
    int error = errno; \
    double mine = 0.0; \
    for (int way = 0; way < 8; way++) { \
      wanted_number = (way & 1 ? -real : real) * (way & 2 ? 1.0 - 0x1p-25 : 1.0); /* which a float may round up */ \
      wanted_truth = (error == ERANGE) != way >> 2; \
      errno = 0; \
      mine = (double)(model); \
      if (equal(real, mine)) break; \
    } \
    same(equal(real, mine), #call); \
    same(errno == error || (free_errno), #call " errno"); \
  } while (0)

static void functions(void) {
  double x = number(), y = number(), p, q, r, s;
  float f = (float)x, g = (float)y, h, k;
  int i, j, n = below(3) ? (int)below(2200) - 1100 : (int)below(~0U);
  char shown[120];
  snprintf(shown, sizeof shown, "%a, %a, %d", x, y, n);
  context = shown;
#define FREE_VALUE(f) SAME_NUMBER(f(x), model_##f(x));
#define VALUE(f) SAME_VALUE(f(x), model_##f(x));
#define FLOAT_VALUE(name) SAME_VALUE(name##f(f), model_##name##f(f));
#define EXTENDED_VALUE(name) \
  wanted_number = name(x), same(equal(model_##name(x), (double)model_##name##l((long double)x)), #name "l");
#define TWO_VALUE(f) SAME_VALUE(f(x, y), model_##f(x, y));
#define TWO_FLOAT_VALUE(name) SAME_VALUE(name(f, g), model_##name(f, g));
#define EXTENDED(name) if (x == x) same(equal((double)name((long double)x), (double)model_##name((long double)x)), #name);
  EACH_ROOT(VALUE)
  EACH_ROOT(FLOAT_VALUE)
  EACH_ROOT(EXTENDED_VALUE)
  EACH_SPECIAL(FREE_VALUE)
  EACH_TWO(TWO_VALUE)
  EACH_TWO_FLOATS(TWO_FLOAT_VALUE)
#undef EACH_EXTENDED
#define EACH_EXTENDED(X) X(fabsl) X(truncl) X(floorl) X(ceill) X(roundl) X(rintl) X(nearbyintl) X(logbl)
  EACH_EXTENDED(EXTENDED)
  SAME_VALUE(ldexp(x, n), model_ldexp(x, n));
  SAME_VALUE(scalbn(x, n), model_scalbn(x, n));
  SAME_VALUE(scalbln(x, n), model_scalbln(x, n));
  SAME_VALUE(ldexpf(f, n), model_ldexpf(f, n));
  SAME_VALUE(scalbnf(f, n), model_scalbnf(f, n));
  SAME_VALUE(scalblnf(f, n), model_scalblnf(f, n));
  SAME_VALUE(nexttoward(x, (long double)y), model_nexttoward(x, (long double)y));
  SAME_VALUE(fma(x, y, p = number()), model_fma(x, y, p));
  SAME_VALUE(fmaf(f, g, h = (float)p), model_fmaf(f, g, h));
  SAME_NUMBER(tgamma(x), model_tgamma(x));
  SAME_NUMBER(tgammaf(f), model_tgammaf(f));
  SAME_NUMBER(scalb(x, y), model_scalb(x, y));
  SAME_NUMBER(jn(2, x), model_jn(2, x));
  SAME_NUMBER(yn(2, x), model_yn(2, x));
  SAME_VALUE(exp10(x), model_pow10(x));
  i = j = 0;
  same(equal(frexp(x, &i), model_frexp(x, &j)) && (i == j || !isfinite(x)), "frexp");
  same(equal(frexpf(f, &i), model_frexpf(f, &j)) && (i == j || !isfinite(f)), "frexpf");
  same(ilogb(x) == model_ilogb(x) && ilogbf(f) == model_ilogbf(f), "ilogb");
  i = j = 0;
  SAME_NUMBER(remquo(x, y, &i), model_remquo(x, y, &j));
  same(i % 8 == j % 8, "remquo");
  SAME_NUMBER(remquof(f, g, &i), model_remquof(f, g, &j));
  same(i % 8 == j % 8, "remquof");
  SAME_VALUE(lgamma(x), model_lgamma(x));
  SAME_VALUE(lgammaf(f), model_lgammaf(f));
  p = lgamma_r(x, &i);
  wanted_number = p, wanted_truth = i < 0;
  same(equal(model_lgamma_r(x, &j), p) && (i == j || x != x || (x < 0 && x == floor(x))), "lgamma_r");
  p = sin(x), sincos(x, &q, &r);
  wanted_number = p, model_sincos(x, &s, &r);
  same(equal(p, s), "sincos");
  sincosf(f, &h, &k);
  wanted_number = h, model_sincosf(f, &g, &k);
  same(equal(g, h), "sincosf");
  if (x == x && y == y && x - y == (double)((long double)x - y) && fabs(x) < 1e300) {
    long double a = x, b = y, c, d;
    same(fmodl(a, b) == model_fmodl(a, b) || b == 0 || isinf(x), "fmodl");
    same(remainderl(a, b) == model_remainderl(a, b) || b == 0 || isinf(x), "remainderl");
    same(fmaxl(a, b) == model_fmaxl(a, b) && fminl(a, b) == model_fminl(a, b), "fmaxl");
    same(copysignl(a, b) == model_copysignl(a, b), "copysignl");
    same(modfl(a, &c) == model_modfl(a, &d) && c == d, "modfl");
    same(frexpl(a, &i) == model_frexpl(a, &j) && (i == j || isinf(x)), "frexpl");
    same(ilogbl(a) == model_ilogbl(a), "ilogbl");
    if (fabs(x) < 9e18) same(lroundl(a) == model_lroundl(a) && llroundl(a) == model_llroundl(a)
        && lrintl(a) == model_lrintl(a) && llrintl(a) == model_llrintl(a), "lroundl");
  }
  same(isnan(model_nanl("")) && model_sqrtl(4.0L) == 2.0L && model_ldexpl(3.0L, 2) == 12.0L
      && model_scalbnl(3.0L, 2) == 12.0L && model_scalblnl(3.0L, 2) == 12.0L && model_fdiml(3.0L, 1.0L) == 2.0L, "nanl");
  wanted_number = 1.5;
  same(model_tgammal(3.5L) == 1.5L && model_lgammal(3.5L) == 1.5L && model_powl(2.0L, 3.0L) == 8.0L
      && model_hypotl(0.0L, 2.0L) == 2.0L && model_atan2l(0.0L, 2.0L) == 0.0L && model_fmal(1.0L, 1.0L, 0.5L) == 1.5L
      && model_remquol(7.0L, 4.0L, &i) == -1.0L && model_gamma(3.5) == 1.5 && model_lgammaf_r(3.5f, &i) == 1.5f, "tgammal");
  model_signgam = 0;
}

int main(void) {
  for (int i = 0; i < 20000; i++) functions();
  puts("equal");
  return 0;
}
