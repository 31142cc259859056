// LP64 only: gcc has integers of 128 bits where registers have 64.
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;

static void show(unsigned_wide x) { printf("%llx %llx\n", (unsigned long long)(x >> 64), (unsigned long long)x); }

static unsigned_wide large = (unsigned_wide)1 << 100;
static wide negative = -5;
static struct {
  char c;
  wide x;
} member = {1, -1};

int main(void) {
  show(large);
  show(negative);
  show(member.x);
  printf("%zu %d\n", sizeof member, member.x < 0);
  show((unsigned_wide)0xffffffffffffffffULL * 0xffffffffffffffffULL);
  wide a = -7;
  show(a / 2);
  show(a % 3);
  show(a >> 1);
  show(a * ((wide)1 << 70));
  a += 1.5;
  show(a);
  show(a--);
  show(a);
  show(large - 1);
  show((unsigned_wide)1e30);
  printf("%g %g %d %d\n", (double)a, (double)(float)large, (_Bool)large, (int)negative);
  wide array[2] = {1, -2};
  show(array[1] * array[1]);
  return (int)(large >> 95);
}
