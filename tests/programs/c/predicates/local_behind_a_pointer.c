// A callee changes a local variable of its caller through a pointer in a global.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int *g;
static void f(void) { if (g) *g = *g + 1; }
int main(void)
{
  int x = 0;
  if (__VERIFIER_nondet_bool()) g = &x;
  f();
  f();
  assert(x != 2); // violated: assert
  return 0;
}
