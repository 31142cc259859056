// The last of an open number of elements is read, and all but the last are written.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 50 + 10;
  int *a = malloc(n * sizeof *a);
  if (!a) return 0;
#ifdef WRITTEN
  a[n - 1] = 7;
#endif
  if (a[n - 1] == 42) reach_error();  // violated: unreach
  free(a);
  return 0;
}
