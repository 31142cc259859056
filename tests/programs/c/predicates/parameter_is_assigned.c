// A parameter that is assigned is not what was passed.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int least(int a) { while (a > 3) a = a - 1; return a; }
int main(void)
{
  int x = __VERIFIER_nondet_int(), y = least(x);
  assert(y <= 3);
  return 0;
}
