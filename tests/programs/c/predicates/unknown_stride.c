// What goes by an unknown stride is a multiple of it away from where it began.
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>

int main(void) {
  unsigned char d = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  unsigned char i = 0, x = 7;
  while (i != n) {
    x += d;
    i++;
  }
  assert(x == (unsigned char)(n * d + 7));
  return 0;
}
