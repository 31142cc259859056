/* A NaN that went through an operator has other bits; a number keeps its own. */
#include <assert.h>
#include <stdint.h>

int main(void) {
  union { double d; uint64_t u; } a, b;
  a.u = 0x7ff800000000002aull;
  b.d = a.d + 1.0;
  assert(b.u == a.u);
  return 0;
}
