/* Allocation. Two cells that nobody confuses. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  if (!first || !second)
    return 0;
  *first = __VERIFIER_nondet_int();
  *second = 7;
  if (*first > 7)
    *first = 7;
  assert(*first <= *second);
  return 0;
}
