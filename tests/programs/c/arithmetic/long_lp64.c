// A long has the size of a pointer: 64 bits here.
#include <assert.h>

int main(void) {
  long big = 1L << 20;
  assert(sizeof(long) == 8 && sizeof(void *) == 8);
  assert(big * big * 8 > 0);
  return 0;
}
