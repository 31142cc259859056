// A block keeps its contents when it grows; the old one is gone.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  if (!p)
    return 0;
  *p = 'a';
  char *q = realloc(p, 3);
  if (!q) {
    free(p);
    return 0;
  }
  q[2] = 'c';
  assert(q[0] == 'a' && q[2] == 'c');
  free(q);
  return 0;
}
