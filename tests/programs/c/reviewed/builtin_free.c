// __builtin_free is free.
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  if (!p)
    return 1;
  __builtin_free(p);
  *p = 1;  // violated: memsafety
  return 0;
}
