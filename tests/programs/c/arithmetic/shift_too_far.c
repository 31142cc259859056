// A shift by the width of the type has no meaning.
#include <assert.h>

int main(void) {
  int amount = 32;
  assert(1 << amount == 1);
  return 0;
}
