// Initialisers of many parts, one of which is decided by a condition.
#include <stdio.h>

static int sum(const int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) total = 3 * total + values[i];
  return total;
}

int main(void) {
  int two = 2, zero = 0;
  int first[12] = {(two ?: 9), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, (zero ? 7 : 8)};
  int *second = (int[11]){(zero ?: 5), two && zero, two || zero, 1, 2, 3, 4, 5, 6, 7, 8};
  printf("%d %d\n", sum(first, 12), sum(second, 11));
  return 0;
}
