/* Three loops with growing strides, behind which the assertion fails. */
#include <assert.h>

int main(void) {
  int n = 4, x = 0;
  while (x < n) x = x + 1;
  while (x < 2 * n) x = x + 2;
  while (x < 3 * n) x = x + 3;
END:
  assert(x < 3 * n);
  return 0;
}
