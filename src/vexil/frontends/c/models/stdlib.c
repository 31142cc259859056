/* models: abs labs llabs imaxabs div ldiv lldiv imaxdiv ffs ffsl ffsll */
#include "vexil.h"

typedef struct { int quot, rem; } __vexil_div;
typedef struct { long quot, rem; } __vexil_ldiv;
typedef struct { long long quot, rem; } __vexil_lldiv;
typedef struct { __INTMAX_TYPE__ quot, rem; } __vexil_imaxdiv;

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

__vexil_div div(int x, int y) {
  __vexil_div result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}

__vexil_ldiv ldiv(long x, long y) {
  __vexil_ldiv result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}

__vexil_lldiv lldiv(long long x, long long y) {
  __vexil_lldiv result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}

__vexil_imaxdiv imaxdiv(__INTMAX_TYPE__ x, __INTMAX_TYPE__ y) {
  __vexil_imaxdiv result;
  result.quot = x / y;
  result.rem = x % y;
  return result;
}

int ffs(int x) { return __builtin_ffs(x); }
int ffsl(long x) { return __builtin_ffsl(x); }
int ffsll(long long x) { return __builtin_ffsll(x); }
