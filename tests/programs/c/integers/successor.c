// Every mathematical integer is less than the next one; the greatest int of a machine is not.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x + 1 > x);  // violated: assert
  return 0;
}
