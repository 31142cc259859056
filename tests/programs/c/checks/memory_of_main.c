// The variables of main are gone when it returns, but not when it calls exit.
#include <stdlib.h>

int main(void) {  // violated: memtrack
  char *buffer = malloc(8);
  buffer[0] = 1;
#ifdef LEAVES
  exit(0);
#endif
  return 0;
}
