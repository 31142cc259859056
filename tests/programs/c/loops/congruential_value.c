// The generator gives this number after 5,000 steps.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 42, i = 0;
  while (i < n) {
    x = x * 1103515245u + 12345u;
    i++;
  }
  assert(x != 967461122u);
  return 0;
}
