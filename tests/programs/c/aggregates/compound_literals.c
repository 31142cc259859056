// A compound literal is an object without a name; it can be changed through its address.
#include <assert.h>

struct point {
  int x, y;
};

int sum(const struct point *p) { return p->x + p->y; }

int main(void) {
  assert(sum(&(struct point){3, 4}) == 7);
  int *p = (int[]){1, 2, 3};
  p[1] = 5;
  assert(p[0] + p[1] + p[2] == 9);
  return 0;
}
