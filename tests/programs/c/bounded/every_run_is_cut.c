#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
  int x = __VERIFIER_nondet_int() & 3;
  __VERIFIER_assume(x > 4);
  assert(x == 9);
  return 0;
}
