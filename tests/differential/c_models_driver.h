/* What the drivers share: random numbers, and the report of a difference. */
#define _GNU_SOURCE
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DECLARE(f) extern __typeof__(f) model_##f;

static unsigned long long state = 88172645463325252ULL;

static unsigned below(unsigned n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 16) % n;
}

static const char *context = "";

static void same(int equal, const char *what) {
  if (equal) return;
  printf("%s differs for %s\n", what, context);
  exit(1);
}

static int sign(int x) { return (x > 0) - (x < 0); }

static int equal(double x, double y) {
  return x != x ? y != y : x == y && !signbit(x) == !signbit(y);
}

static double number(void) {
  static const double special[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0, -1.0, 4503599627370495.5,
      4503599627370496.0,
    9007199254740993.0, 1e300, -1e300, 5e-324, 2.2250738585072014e-308, 0.49999999999999994, 1.7976931348623157e308,
        3.0, 7.0};
  union { unsigned long long bits; double value; } any;
  switch (below(6)) {
    case 0: return special[below(20)];
    case 1: return INFINITY;
    case 2: return (double)((int)below(2000) - 1000) / 4;
    case 3: return below(9) ? -INFINITY : NAN;
    case 4: return (double)((int)below(~0U)) / 65536.0 * (1 + below(100000));
    default: any.bits = (unsigned long long)below(~0U) << 32 | below(~0U);
  }
  return any.value;
}
