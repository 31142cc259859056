// What was copied is copied on, and pointers are among it; with SHORT the second copy has one element less.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  static int x = 1, y = 2;
  int *a[40], *b[40], *c[40];
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 40; i++) {
    a[i] = &x;
    c[i] = &y;
  }
  if (n < 1 || n > 40 || k >= n) return 0;
  memcpy(b, a, n * sizeof(int *));
#ifdef SHORT
  memcpy(c, b, (n - 1) * sizeof(int *));
#else
  memcpy(c, b, n * sizeof(int *));
#endif
  assert(*c[k] == 1);  // violated with SHORT: assert
  return 0;
}
