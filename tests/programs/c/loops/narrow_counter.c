// A counter of eight bits begins again: after 256 rounds it is as if there had been none.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  unsigned char low = 0;
  while (i < n) {
    i++;
    low++;
  }
  assert(low == (unsigned char)n);
  assert(low != 0 || n == 0);  // violated: assert
  return 0;
}
