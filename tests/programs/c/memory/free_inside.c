// Only the start of a block can be given back.
#include <stdlib.h>

int main(void) {
  char *p = malloc(2);
  if (p)
    free(p + 1);  // violated: memsafety
  return 0;
}
