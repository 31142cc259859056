// Behind an assumption that nothing satisfies there is nothing to violate, and nothing to prove.
#include <assert.h>

void __VERIFIER_assume(int);

int main(void) {
  int x = 1;
  __VERIFIER_assume(x == 2);
  assert(0);
  return 0;
}
