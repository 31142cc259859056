/* A loop that ends after ten rounds. */
#include <assert.h>

int main(void) {
  int x = 10;
  while (x > 0) x = x - 1;
END:
  assert(x != 0);
  return 0;
}
