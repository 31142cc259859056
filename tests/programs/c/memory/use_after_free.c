// Memory must not be used after it was given back.
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 1;
  *p = 1;
  free(p);
  return *p;  // violated: memsafety
}
