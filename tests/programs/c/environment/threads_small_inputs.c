// Inputs that an assumption leaves few of are tried in full, in memory whose pointer is assumed not to be null.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int *cells;
int sum;

void *fill(void *argument) {
  (void)argument;
  int chosen = __VERIFIER_nondet_int();
  __VERIFIER_assume(chosen >= 3 && chosen < 10 / 2);
  cells[0] = chosen;
  return 0;
}

int main(void) {
  pthread_t other;
  cells = malloc(sizeof(int));
  __VERIFIER_assume(cells != 0);
  cells[0] = 3;
  pthread_create(&other, 0, fill, 0);
  sum = cells[0];
  pthread_join(other, 0);
  sum += cells[0];
  assert(sum >= 6 && sum <= 8);
  assert(sum != 8);  // violated: assert
  return 0;
}
