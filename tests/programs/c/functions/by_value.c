// Arguments are copies, except that an array is its address.
#include <assert.h>

void change(int n, int a[2]) {
  n = 5;
  a[1] = 5;
}

int main(void) {
  int n = 1, a[2] = {1, 1};
  change(n, a);
  assert(n == 1 && a[0] == 1 && a[1] == 5);
  return 0;
}
