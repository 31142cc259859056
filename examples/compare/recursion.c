/* Recursion of any depth. Summaries of procedures end; executing the calls one by one does not. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int held;

static void visit(void) {
  assert(!held);
  held = 1;
  held = 0;
  if (__VERIFIER_nondet_int())
    visit();
  assert(!held);
}

int main(void) {
  visit();
  return 0;
}
