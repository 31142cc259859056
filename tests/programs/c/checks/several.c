// Of several properties each gets its own answer.
#include <assert.h>
#include <limits.h>

int main(void) {
  int a[1] = {INT_MAX};
  a[0] += 1;  // violated: overflow
  assert(a[0] < 0);
  return 0;
}
