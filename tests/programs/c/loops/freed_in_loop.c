/* The second round frees what the first has freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *cell = malloc(sizeof(int));
  if (!cell) return 0;
  while (n > 0) {
    if (n < 3) free(cell);
    n--;
  }
  return 0;
}
