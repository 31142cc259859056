// The array is as long as was asked for; with FAR one more element is written.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_int(), i;
  if (n > 100000) return 0;
  int *a = malloc(n * sizeof(int));
  if (!a) return 0;
#ifdef FAR
  if (n < 10) a[n] = 0;  // violated with FAR: memsafety
#endif
  for (i = 0; i < n; i++) a[i] = i;
  for (i = 0; i < n; i++) assert(a[i] == i);
  free(a);
  return 0;
}
