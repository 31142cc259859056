// A call through a null pointer; with CAREFUL the pointer is looked at before.
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int up(int x) { return x < 100 ? x + 1 : x; }
static int down(int x) { return x > 0 ? x - 1 : x; }

int main(void) {
  int (*steps[3])(int) = {up, down, NULL};
  unsigned k = __VERIFIER_nondet_uint() % 3;
#ifdef CAREFUL
  if (!steps[k]) return 0;
#endif
  return steps[k](3);  // violated: memsafety
}
