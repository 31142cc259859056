// What the loop sets is set behind it unless the loop was not entered.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, last = 17;
  while (i < n) {
    last = i;
    i++;
  }
  assert(n == 0 ? last == 17 : last == n - 1);
  return 0;
}
