// The first n elements are copied at once; with FAR the one behind them is taken to be copied, too.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[100] = {0}, b[100];
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 100; i++) b[i] = i + 1;
  if (n > 99 || k > n) return 0;
#ifndef FAR
  if (k == n) return 0;
#endif
  memcpy(a, b, n * sizeof(int));
  assert(a[k] == (int)k + 1);  // violated with FAR: assert
  assert(a[n] == 0);
  return 0;
}
