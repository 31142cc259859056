// Programs that say what went wrong can be proved.
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  FILE *file = fopen("x", "r");
  if (file == 0) {
    fprintf(stderr, "x: %s\n", strerror(errno));
    return 1;
  }
  fclose(file);
  return 0;
}
