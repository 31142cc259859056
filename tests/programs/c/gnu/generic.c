// A selection by type.
#include <assert.h>

#define kind(x) _Generic((x), int: 1, double: 2, default: 3)

int main(void) {
  short s = 0;
  assert(kind(1) == 1 && kind(1.0) == 2 && kind(s) == 3 && kind(s + s) == 1);
  return 0;
}
