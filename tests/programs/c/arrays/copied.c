// Elements are copied to another array, all but the last one with SHORT.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int a[1000], b[1000];

int main(void) {
  int n = __VERIFIER_nondet_int(), i, last;
  if (n < 0 || n > 1000) return 0;
  for (i = 0; i < n; i++) b[i] = i;
  last = n;
#ifdef SHORT
  last--;
#endif
  for (i = 0; i < last; i++) a[i] = b[i];
  for (i = 0; i < n; i++) assert(a[i] == b[i]);  // violated with SHORT: assert
  return 0;
}
