// Constructors run before main, in the order of their definitions.
#include <assert.h>

static int order = 1;

__attribute__((constructor)) static void first(void) { order = order * 10 + 1; }
__attribute__((constructor)) static void second(void) { order = order * 10 + 2; }

int main(void) {
  assert(order == 112);
  return 0;
}
