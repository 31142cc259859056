// The sum of two bytes does not fit into a byte.
#include <assert.h>

int main(void) {
  unsigned char high = 200, low = 100;
  unsigned char sum = high + low;
  assert(sum == high + low);  // violated: assert
  return 0;
}
