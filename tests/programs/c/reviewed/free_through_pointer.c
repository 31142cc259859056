// Memory is given back by free also when free is called through a pointer.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
  void (*release)(void *) = free;
  release(p);
  *p = 1;  // violated: memsafety
  return 0;
}
