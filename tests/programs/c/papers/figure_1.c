/* A loop that mathematical integers never leave. */
#include <assert.h>

int main(void) {
  int x = 2, y = 2;
  while (y <= 2) y = y - 1;
  if (x == 2) {
P1:
    assert(0);
  }
  return 0;
}
