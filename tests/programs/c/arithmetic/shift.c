// Shifting right copies the sign of a signed operand; an unsigned one is filled with zeros.
#include <assert.h>

int main(void) {
  int minus = -8;
  unsigned plus = 0x80000000u;
  assert(minus >> 1 == -4);
  assert(plus >> 31 == 1);
  assert((plus << 1) == 0);
  return 0;
}
