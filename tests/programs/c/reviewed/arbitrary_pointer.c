// An arbitrary pointer is never proved to be the address of an object.
#include <assert.h>

extern void *__VERIFIER_nondet_pointer(void);
static char known;

int main(void) {
  char *p = __VERIFIER_nondet_pointer();
  if (p)
    assert(p == &known);  // violated: assert
  return 0;
}
