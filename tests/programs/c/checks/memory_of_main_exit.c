// The variables of main are still there when it calls exit.
#include <stdlib.h>

int main(void) {
  char *buffer = malloc(8);
  buffer[0] = 1;
  exit(0);
}
