/* Allocation. Two cells that nobody confuses: what is written to one is not seen in the other. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  if (!first || !second)
    return 0;
  *first = 1;
  while (__VERIFIER_nondet_int())
    *second = 2;
  assert(*first == 1);
  return 0;
}
