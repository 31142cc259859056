// The variables of main are gone when it returns.
#include <stdlib.h>

int main(void) {  // violated: memtrack
  char *buffer = malloc(8);
  buffer[0] = 1;
  return 0;
}
