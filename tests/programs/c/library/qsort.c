// qsort calls the comparison it is given.
#include <assert.h>
#include <stdlib.h>

int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof a[0], less);
  assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
  return 0;
}
