// Unsigned arithmetic wraps around and is no overflow.
#include <assert.h>
#include <limits.h>

int main(void) {
  unsigned last = UINT_MAX;
  last++;
  assert(last == 0);
  last -= 1;
  assert(last == UINT_MAX);
  return 0;
}
