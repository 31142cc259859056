// With 64-bit longs, an unsigned int fits into a long: -1 stays negative.
#include <assert.h>

int main(void) {
  long minus = -1L;
  unsigned one = 1;
  assert(minus > one);  // violated: assert
  return 0;
}
