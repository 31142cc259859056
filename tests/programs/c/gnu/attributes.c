// Attributes say something about a declaration and do not change what it means, except for the layout.
#include <assert.h>

struct __attribute__((packed)) tight {
  char c;
  int i;
};
static inline __attribute__((always_inline, const)) int twice(int x) { return 2 * x; }

int main(void) {
  int unused __attribute__((unused)) = 1;
  assert(sizeof(struct tight) == 5);
  assert(twice(4) == 8);
  return 0;
}
