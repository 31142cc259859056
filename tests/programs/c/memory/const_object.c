// Neither must an object that is defined const, even if a cast hides it.
#include <assert.h>

const int limit = 3;

int main(void) {
  int *hidden = (int *)&limit;
  *hidden = 4;
  assert(limit == 3);
  return 0;
}
