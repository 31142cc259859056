// Whoever starts with main gets main.
#include <assert.h>

int main(void) {
  assert(0);  // violated: assert
  return 0;
}

int test(void) { return 0; }
