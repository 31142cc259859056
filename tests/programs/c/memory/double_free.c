// Memory must be given back once.
#include <stdlib.h>

int main(void) {
  char *p = malloc(2);
  char *q = p;
  free(p);
  free(0);
  if (q)
    free(q);  // violated: memsafety
  return 0;
}
