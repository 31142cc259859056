// What C defines for machine integers stays: unsigned arithmetic, conversions, bits, memory.
#include <assert.h>
#include <limits.h>
extern unsigned __VERIFIER_nondet_uint(void);
int cell;
int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  assert(u + 1 != 0 || u == UINT_MAX);
  assert((unsigned)-1 == UINT_MAX && (unsigned char)300 == 44);
  assert((u & 6) % 2 == 0 && (u & 6) <= 6 && u >> 31 <= 1);
  int greatest = INT_MAX;
  cell = greatest + 1;
  assert(greatest + 1 > 0);
  int *p = &cell;
  assert(*p == INT_MIN);
  return 0;
}
