// An assertion that fails in one of two runs.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  assert(!b);  // violated: assert
  return 0;
}
