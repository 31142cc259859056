// A bit-field that fits into int is promoted to int, computed with, and cut to its width again.
#include <stdio.h>

struct fields {
  unsigned u : 3;
  int i : 4;
  _Bool b : 1;
  unsigned long long wide : 40;
  unsigned char c : 5;
  signed char s : 3;
  unsigned full : 32;
};

static struct fields f;

static void show_compound_assignments(void) {
  f.u = 5, f.u /= -1, printf("%d\n", f.u);
  f.u = 5, f.u %= -2, printf("%d\n", f.u);
  f.u = 6, f.u /= -2, printf("%d\n", f.u);
  f.u = 5, f.u -= 6, printf("%d\n", f.u);
  f.u = 3, f.u *= -1, printf("%d\n", f.u);
  f.u = 7, f.u >>= 1, printf("%d\n", f.u);
  f.u = 6, f.u |= -8, printf("%d\n", f.u);
  f.u ^= -1, printf("%d\n", f.u);
  f.i = -7, f.i /= 2, printf("%d\n", f.i);
  f.i = -7, f.i %= 4, printf("%d\n", f.i);
  f.i = -8, f.i >>= 1, printf("%d\n", f.i);
  f.c = 10, f.c *= 1.55, printf("%d\n", f.c);
  f.s = -3, f.s += 1.75f, printf("%d\n", f.s);
  f.wide = ~0ULL, f.wide *= 3, printf("%llu\n", (unsigned long long)f.wide);
  f.wide = 5, f.wide -= 6, printf("%llu\n", (unsigned long long)f.wide);
  f.full = 6, f.full /= -2, printf("%u\n", f.full);
  f.b = 1, f.b -= 2, printf("%d\n", f.b);
}

static void show_steps(void) {
  f.u = 7, printf("%d ", f.u++), printf("%d ", f.u), printf("%d\n", --f.u);
  f.i = 7, printf("%d ", ++f.i), printf("%d\n", f.i--), printf("%d\n", f.i);
  f.b = 0, printf("%d ", f.b++), printf("%d ", f.b++), printf("%d\n", f.b);
}

static void show_values_of_assignments(void) {
  int value = (f.i = 13);
  printf("%d\n", value);
  value = f.b = 2;
  printf("%d\n", value);
  f.i = f.u = 9;
  printf("%d %d\n", f.i, f.u);
}

static void show_promotions(void) {
  f.u = 5;
  printf("%d %d %d %d\n", f.u > -1, f.u - 6 < 0, ~f.u, -f.u < 0);
  printf("%d %d\n", (f.u ?: 2) - 9 < 0, (0, f.u) - 9 < 0);
  f.full = 5;
  printf("%d %d\n", f.full > -1, f.full - 6 < 0);
  switch (f.u - 6) {
  case -1: puts("minus one"); break;
  default: puts("something else");
  }
  f.wide = 0xffffffffffULL;
  printf("%llu\n", (unsigned long long)f.wide + 1);
}

int main(void) {
  show_compound_assignments();
  show_steps();
  show_values_of_assignments();
  show_promotions();
  f.i = -3;
  return f.i;
}
