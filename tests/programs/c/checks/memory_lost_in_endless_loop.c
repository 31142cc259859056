// The program never ends, and has lost memory.
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  p = 0;
  for (;;) {  // violated: memtrack
  }
}
