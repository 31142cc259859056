// Division truncates towards zero, and the remainder has the sign of the dividend.
#include <assert.h>

signed char __VERIFIER_nondet_char(void);

int main(void) {
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
  signed char a = __VERIFIER_nondet_char();
  if (a != 0)
    assert((100 / a) * a + 100 % a == 100);
  return 0;
}
