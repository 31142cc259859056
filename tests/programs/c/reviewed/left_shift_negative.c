// Shifting -1 left doubles it, as gcc defines it; shifting bits into and out of unsigned integers is no overflow.
#include <assert.h>

int main(void) {
  int minus = -1;
  unsigned ones = ~0u;
  assert(minus << 1 == -2);
  assert(ones << 31 == 0x80000000u);
  return 0;
}
