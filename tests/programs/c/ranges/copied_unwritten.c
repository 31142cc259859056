// Memory that was never written is copied: it holds any value behind it, too. With READ the value is relied on.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char a[100] = {0}, b[100];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100) return 0;
  b[3] = 3;
  memcpy(a, b, n);
  assert(a[3] == (n > 3 ? 3 : 0));
#ifdef READ
  assert(a[4] == 0);
#endif
  return 0;
}
