// An assumption that a pointer is not null says nothing about where its object lies.
#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_assume(int);

int main(void) {
  int *cell = malloc(sizeof(int));
  __VERIFIER_assume((int)cell);
  *cell = 1;
  assert(*cell == 2);  // violated: assert
  return 0;
}
