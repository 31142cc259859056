// Operands smaller than int are promoted before the operation, so that nothing is lost until it is stored.
#include <assert.h>

int main(void) {
  unsigned char high = 200, low = 100;
  assert(high + low == 300);
  unsigned char sum = high + low;
  assert(sum == 44);
  assert(~low < 0);
  assert((high << 8) == 51200);
  return 0;
}
