// Only the chosen side of ?: is evaluated; GNU's ?: evaluates its condition once.
#include <assert.h>

int next(void) {
  static int state;
  return ++state;
}

int main(void) {
  int zero = 0;
  int x = zero ? 1 / zero : 4;
  assert(x == 4);
  int y = next() ?: 9;
  assert(y == 1);
  assert(next() == 2);
  return 0;
}
