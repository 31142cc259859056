// What was never written has no value that an answer could rest on.
#include <assert.h>

int main(void) {
  int a[2];
  a[0] = 1;
  assert(a[0] + a[1] != 7);
  return 0;
}
