// A long has the size of a pointer: 32 bits here, and the product overflows.
#include <assert.h>

int main(void) {
  long big = 1L << 20;
  assert(sizeof(long) == 4 && sizeof(void *) == 4);
  big = big * big;  // violated: overflow
  assert(big == 0);
  return 0;
}
