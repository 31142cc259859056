// With NDEBUG there is nothing to violate.
#include <assert.h>

int main(void) {
  int x = 1;
  assert(x == 2);
  return x;
}
