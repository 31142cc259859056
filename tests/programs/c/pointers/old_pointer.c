// New memory may lie where memory was that is freed: what follows holds either way.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p), *old = p;
  if (!p) return 0;
  free(p);
  p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
  if (p == old) *p = 2;
#ifdef SURE
  assert(*p == 1);
#else
  assert(*p == 1 || *p == 2);
#endif
  free(p);
  return 0;
}
