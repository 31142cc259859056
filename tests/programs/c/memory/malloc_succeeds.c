// malloc is taken to succeed.
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  *p = 1;
  free(p);
  return 0;
}
