// The comma evaluates from left to right and gives the last value.
#include <assert.h>

int main(void) {
  int i, j, k;
  k = (i = 1, j = i + 1, i + j);
  assert(k == 3);
  for (i = 0, j = 4; i < j; i++, j--)
    ;
  assert(i == 2 && j == 2);
  return 0;
}
