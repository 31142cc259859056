// Memory from malloc has no contents yet; memory from calloc is zero.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *clean = calloc(2, 1);
  if (clean)
    assert(clean[1] == 0);
  free(clean);
  char *raw = malloc(1);
  if (raw)
    assert(*raw == *raw);
  free(raw);
  return 0;
}
