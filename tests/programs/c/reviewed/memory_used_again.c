// New memory may lie where released memory was: no verdict rests on comparing them.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *old = malloc(1);
  free(old);
  char *new = malloc(1);
  assert(old != new);
  return 0;
}
