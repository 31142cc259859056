// float and double: rounding, conversions to and from integers, negative zero, infinities, and what is no number.
#include <float.h>
#include <math.h>
#include <stdio.h>

static float tenth = 0.1f;
static double hexadecimal = 0x1.8p-3, negative_zeros[2] = {-0.0, -0.0f};
static volatile double zero;

static void show_rounding(void) {
  float a = 0.1f, b = 0.2f, large = 16777216.0f;
  float sum = a + b;
  printf("%.10g %.10g %.17g\n", sum, (double)a + b, 0.1 + 0.2);
  printf("%d %d %g %g\n", sum == 0.3f, 0.1f == 0.1, tenth, hexadecimal);
  large += 1;
  printf("%.9g %.9g %.9g\n", large, (float)0xffffffffu, (double)0xffffffffffffffffULL);
  long long exact = 9007199254740993LL;
  printf("%.1f %.1f\n", (double)exact, (float)exact);
  printf("%g %g %g\n", FLT_MIN / 4, 5e-324 / 2 + 4e-324, 1e308 * 10);
  double smallest = 1;
  while (smallest / 2 > 0) smallest /= 2;
  printf("%g\n", smallest);
}

static void show_conversions(void) {
  printf("%d %d %u %llu\n", (int)-2.9, (int)2.9f, (unsigned)3e9, (unsigned long long)1.5e19);
  printf("%d %d %u\n", (signed char)-128.5, (unsigned char)255.9, (unsigned)-0.9);
  int i = 7;
  i *= 1.5, printf("%d ", i);
  i /= 0.3, printf("%d ", i);
  i += 0.7, printf("%d\n", i);
  short s = 1;
  s -= 3.9f, printf("%d\n", s);
  _Bool b = 0.1;
  printf("%d %d %g\n", b, !0.5, 7 / 2 * 2.0);
}

static void show_special_values(void) {
  double no_number = zero / zero, infinite = 1 / zero, negative = -zero;
  printf("%d %d %d", no_number == no_number, no_number != no_number, no_number < 1);
  printf(" %d %d %d\n", no_number > 1, !(no_number >= 1), no_number ? 1 : 0);
  printf("%d %d\n", infinite > DBL_MAX, -infinite < 0);
  printf("%g %d %g %d\n", negative, negative == 0, 1 / negative, signbit(negative) != 0);
  printf("%g %g %g\n", 1 / negative_zeros[0], 1 / negative_zeros[1], -0.0 + 0.0);
  printf("%d %d %d\n", isnan(no_number) != 0, isinf(infinite) != 0, isinf(1.0) != 0);
  if (negative) puts("zero is false");
}

int main(void) {
  show_rounding();
  show_conversions();
  show_special_values();
  printf("%g %g %g %g\n", fabs(-2.5), floor(-2.5), ceil(-2.5), trunc(-2.7));
  printf("%g %g %g\n", fmod(-7.5, 2), round(2.5), copysign(3, -0.0));
  return (int)(tenth * 100);
}
