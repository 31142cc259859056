// Functions defined in the style of Kernighan and Ritchie, and calls without a prototype, promote their arguments.
#include <stdio.h>

struct pair {
  int first, second;
};

int later();

float sum(a, b, c, d)
float a;
signed char b;
short c;
double d;
{
  return a + b + c + d;
}

struct pair moved(by, pair)
struct pair pair;
int by;
{
  pair.first += by;
  return pair;
}

twice(x) { return 2 * x; }

int prototyped(double a, int b) { return (int)(a * 10) + b; }

int no_parameters() { return 11; }

int main(void) {
  float half = 0.5f;
  signed char narrow = (signed char)200;
  short small = (short)40000;
  printf("%g\n", sum(half, narrow, small, 2.25));
  printf("%d\n", twice(21));

  struct pair pair = {1, 2};
  struct pair result = moved(5, pair);
  printf("%d %d %d\n", result.first, result.second, pair.first);

  printf("%d\n", later(half, narrow, 5LL, "abc"));
  int (*pointer)() = later;
  printf("%d\n", pointer(2.5f, 'a', 7LL, "xyz"));
  pointer = prototyped;
  printf("%d\n", pointer(1.5, 3));
  pointer = no_parameters;
  printf("%d\n", pointer());

  int (*table[])() = {prototyped, later};
  printf("%d\n", table[0](2.5f, narrow));
  printf("%d\n", table[1](4.0, 1, 1LL << 32, "ok"));
  return later(1.0, 2, 3LL, "d!") & 0x7f;
}

int later(a, b, c, d)
double a;
int b;
long long c;
char *d;
{
  return (int)(2 * a) + b + (int)(c >> 1) + d[1];
}
