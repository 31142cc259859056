// A byte that is increased may become less.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned x = c;
  c = c + 1;
  assert(c > x); // violated: assert
  return 0;
}
