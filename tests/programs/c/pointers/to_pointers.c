// Two stars: the inner pointer is found first, then what it points to.
#include <assert.h>

int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int **pp = &p;
  **pp = 5;
  *pp = &y;
  **pp += 3;
  assert(x == 5 && y == 5 && p == &y);
  return 0;
}
