// A counter of two bits is back at zero after four steps.
#include <assert.h>

struct counter {
  unsigned count : 2;
};

int main(void) {
  struct counter c = {0};
  for (int i = 0; i < 5; i++) {
    c.count++;
    assert(c.count != 0);  // violated: assert
  }
  return 0;
}
