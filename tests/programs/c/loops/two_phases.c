// The counter goes by one up to a million and by two behind it, so that it meets 2^30.
#include <assert.h>

int main(void) {
  unsigned x = 0;
  while (x < 0x40000000) {
    if (x < 1000000) x++;
    else x += 2;
  }
  assert(x == 0x40000000);
  return 0;
}
