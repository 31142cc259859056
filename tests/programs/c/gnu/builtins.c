// What gcc builds in.
#include <assert.h>

int main(void) {
  unsigned x = 0x50;
  int sum;
  assert(__builtin_popcount(x) == 2 && __builtin_ctz(x) == 4 && __builtin_clz(x) == 25);
  assert(__builtin_expect(x == 0x50, 1));
  assert(__builtin_add_overflow(2147483647, 1, &sum) == 1);
  if (x == 0)
    __builtin_unreachable();
  return 0;
}
