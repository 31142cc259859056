// malloc may fail; who does not ask whether it did loses.
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  *p = 1;  // violated: memsafety
  free(p);
  return 0;
}
