/* <tgmath.h>: C11 7.25, for real types */
#ifndef _TGMATH_H
#define _TGMATH_H
#include <math.h>
#define __VEXIL_GENERIC(name, x) _Generic((x), float: name##f, long double: name##l, default: name)
#undef acos
#define acos(x) __VEXIL_GENERIC(acos, x)(x)
#undef asin
#define asin(x) __VEXIL_GENERIC(asin, x)(x)
#undef atan
#define atan(x) __VEXIL_GENERIC(atan, x)(x)
#undef cos
#define cos(x) __VEXIL_GENERIC(cos, x)(x)
#undef sin
#define sin(x) __VEXIL_GENERIC(sin, x)(x)
#undef tan
#define tan(x) __VEXIL_GENERIC(tan, x)(x)
#undef cosh
#define cosh(x) __VEXIL_GENERIC(cosh, x)(x)
#undef sinh
#define sinh(x) __VEXIL_GENERIC(sinh, x)(x)
#undef tanh
#define tanh(x) __VEXIL_GENERIC(tanh, x)(x)
#undef exp
#define exp(x) __VEXIL_GENERIC(exp, x)(x)
#undef log
#define log(x) __VEXIL_GENERIC(log, x)(x)
#undef log10
#define log10(x) __VEXIL_GENERIC(log10, x)(x)
#undef sqrt
#define sqrt(x) __VEXIL_GENERIC(sqrt, x)(x)
#undef ceil
#define ceil(x) __VEXIL_GENERIC(ceil, x)(x)
#undef fabs
#define fabs(x) __VEXIL_GENERIC(fabs, x)(x)
#undef floor
#define floor(x) __VEXIL_GENERIC(floor, x)(x)
#undef acosh
#define acosh(x) __VEXIL_GENERIC(acosh, x)(x)
#undef asinh
#define asinh(x) __VEXIL_GENERIC(asinh, x)(x)
#undef atanh
#define atanh(x) __VEXIL_GENERIC(atanh, x)(x)
#undef exp2
#define exp2(x) __VEXIL_GENERIC(exp2, x)(x)
#undef expm1
#define expm1(x) __VEXIL_GENERIC(expm1, x)(x)
#undef log1p
#define log1p(x) __VEXIL_GENERIC(log1p, x)(x)
#undef log2
#define log2(x) __VEXIL_GENERIC(log2, x)(x)
#undef logb
#define logb(x) __VEXIL_GENERIC(logb, x)(x)
#undef cbrt
#define cbrt(x) __VEXIL_GENERIC(cbrt, x)(x)
#undef erf
#define erf(x) __VEXIL_GENERIC(erf, x)(x)
#undef erfc
#define erfc(x) __VEXIL_GENERIC(erfc, x)(x)
#undef lgamma
#define lgamma(x) __VEXIL_GENERIC(lgamma, x)(x)
#undef tgamma
#define tgamma(x) __VEXIL_GENERIC(tgamma, x)(x)
#undef nearbyint
#define nearbyint(x) __VEXIL_GENERIC(nearbyint, x)(x)
#undef rint
#define rint(x) __VEXIL_GENERIC(rint, x)(x)
#undef round
#define round(x) __VEXIL_GENERIC(round, x)(x)
#undef trunc
#define trunc(x) __VEXIL_GENERIC(trunc, x)(x)
#undef ilogb
#define ilogb(x) __VEXIL_GENERIC(ilogb, x)(x)
#undef lrint
#define lrint(x) __VEXIL_GENERIC(lrint, x)(x)
#undef lround
#define lround(x) __VEXIL_GENERIC(lround, x)(x)
#undef llrint
#define llrint(x) __VEXIL_GENERIC(llrint, x)(x)
#undef llround
#define llround(x) __VEXIL_GENERIC(llround, x)(x)
#undef atan2
#define atan2(x, y) __VEXIL_GENERIC(atan2, (x) + (y))((x), (y))
#undef pow
#define pow(x, y) __VEXIL_GENERIC(pow, (x) + (y))((x), (y))
#undef fmod
#define fmod(x, y) __VEXIL_GENERIC(fmod, (x) + (y))((x), (y))
#undef hypot
#define hypot(x, y) __VEXIL_GENERIC(hypot, (x) + (y))((x), (y))
#undef remainder
#define remainder(x, y) __VEXIL_GENERIC(remainder, (x) + (y))((x), (y))
#undef copysign
#define copysign(x, y) __VEXIL_GENERIC(copysign, (x) + (y))((x), (y))
#undef nextafter
#define nextafter(x, y) __VEXIL_GENERIC(nextafter, (x) + (y))((x), (y))
#undef fdim
#define fdim(x, y) __VEXIL_GENERIC(fdim, (x) + (y))((x), (y))
#undef fmax
#define fmax(x, y) __VEXIL_GENERIC(fmax, (x) + (y))((x), (y))
#undef fmin
#define fmin(x, y) __VEXIL_GENERIC(fmin, (x) + (y))((x), (y))
#undef frexp
#define frexp(x, n) __VEXIL_GENERIC(frexp, x)((x), (n))
#undef ldexp
#define ldexp(x, n) __VEXIL_GENERIC(ldexp, x)((x), (n))
#undef scalbn
#define scalbn(x, n) __VEXIL_GENERIC(scalbn, x)((x), (n))
#undef scalbln
#define scalbln(x, n) __VEXIL_GENERIC(scalbln, x)((x), (n))
#undef fma
#define fma(x, y, z) __VEXIL_GENERIC(fma, (x) + (y) + (z))((x), (y), (z))
#endif
