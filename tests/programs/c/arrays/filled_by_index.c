// A loop of an open number of rounds fills a large array; another one reads it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[1000], n = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > 1000) return 0;
  for (i = 0; i < n; i++) a[i] = 2 * i + 1;
#ifdef CHANGED
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= 1000) return 0;
  a[k] = 0;
#endif
  for (i = 0; i < n; i++) assert(a[i] == 2 * i + 1);  // violated with CHANGED: assert
  return 0;
}
