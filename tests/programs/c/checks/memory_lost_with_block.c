// A pointer that only a finished block knew is lost, though the function is still running.
#include <stdlib.h>

int main(void) {
  if (1) {
    char *p = malloc(1);
    if (!p) return 0;
  }
  exit(0);  // violated: memtrack
}
