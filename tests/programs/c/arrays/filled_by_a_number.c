// A constant is stored in a global array, for so many elements; the others are zero.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int a[100000];

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > 100000) return 0;
  for (i = 0; i < n; i++) a[i] = 7;
#ifdef FAR
  n = 100000;
#endif
  for (i = 0; i < n; i++) assert(a[i] == 7);  // violated with FAR: assert
  return 0;
}
