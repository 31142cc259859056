// A jump into a block skips the initialiser: the variable has no value yet.
#include <assert.h>

int main(void) {
  int n = 0;
  goto inside;
  {
    int fresh = 5;
  inside:
    fresh = n;
    assert(fresh == 0);
  }
  return 0;
}
