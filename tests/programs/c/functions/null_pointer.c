// There is no function at the null pointer.
#include <assert.h>

int main(void) {
  int (*f)(void) = 0;
  assert(f() == 0);
  return 0;
}
