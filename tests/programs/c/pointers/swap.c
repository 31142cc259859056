// A function changes what its caller's pointers point to.
#include <assert.h>

void swap(int *a, int *b) {
  int kept = *a;
  *a = *b;
  *b = kept;
}

int main(void) {
  int x = 1, y = 2;
  swap(&x, &y);
  assert(x == 2 && y == 1);
  swap(&x, &x);
  assert(x == 2);
  return 0;
}
