// One of two bit-fields of a unit is written. With BOTH the other one is, too.
#include <assert.h>

struct flags { unsigned low : 3; unsigned high : 5; };

int main(void) {
  struct flags f;
  f.low = 1;
#ifdef BOTH
  f.high = 0;
#endif
  assert(f.high == 0);  // violated: assert
  return 0;
}
