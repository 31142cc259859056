// What changes its sign in every round is one of two numbers.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 3, i = 0;
  while (i < n) {
    x = 10 - x;
    i++;
  }
  assert(x == (i % 2 ? 7 : 3));
  return 0;
}
