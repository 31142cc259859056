// Bytes hold the index modulo 256; with WIDE that is forgotten.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

unsigned char a[1000];

int main(void) {
  unsigned n = __VERIFIER_nondet_int(), i;
  if (n > 1000) return 0;
  for (i = 0; i < n; i++) a[i] = i;
#ifdef WIDE
  if (n > 300) assert(a[256] == 256);  // violated with WIDE: assert
#else
  for (i = 0; i < n; i++) assert(a[i] == (unsigned char)i);
#endif
  return 0;
}
