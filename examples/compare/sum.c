/* Several results. A positive and a negative number have a sum of any sign: tokens are too coarse. */
#include <assert.h>

int main(void) {
  int credit = 3, debit = -2;
  int sum = credit + debit;
  assert(sum > 0);
  return 0;
}
