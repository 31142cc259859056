// After 32 rounds nothing is left of the one.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), y = 1, i = 0;
  while (i < n) {
    y = y * 2;
    i++;
  }
  assert(y != 0);
  return 0;
}
