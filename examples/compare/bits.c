/* Operations on bits. A word knows its bits; an unbounded integer has none. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned lowest = x & -x;
  assert((lowest & (lowest - 1)) == 0);
  return 0;
}
