// A negative int becomes a huge unsigned when it meets one (C11 6.3.1.8).
#include <assert.h>

int main(void) {
  int small = -1;
  unsigned one = 1;
  assert(small > one);
  assert(small + one == 0);
  assert((long)small < (long)one);
  return 0;
}
