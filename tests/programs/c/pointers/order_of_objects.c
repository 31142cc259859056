// Two objects have some order, but no proof and no counterexample knows that it is the same each time.
#include <assert.h>

int main(void) {
  int a[2], b[2];
  int both = (a < b) && (b < a);
#ifdef ANY
  assert(both == 0 || both == 1);
#else
  assert(!both);
#endif
  return 0;
}
