#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
  int a = 0;
  if (__VERIFIER_nondet_bool())
    goto head;
  a = 1;
  goto middle;
head:
  if (__VERIFIER_nondet_bool())
    goto middle;
  assert(a == 0); // violated: assert
  return 0;
middle:
  if (__VERIFIER_nondet_bool())
    goto head;
  return 0;
}
