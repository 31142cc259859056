/* Statements that belong together. x and y differ between the two assignments only. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x = __VERIFIER_nondet_int();
    y = x;
  }
  assert(x == y);
  return 0;
}
