/* Both branches lead to the label. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  if (x > 0) y = 1;
  else y = 2;
P1:
  assert(y == 3);
  return 0;
}
