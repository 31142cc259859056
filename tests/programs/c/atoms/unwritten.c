#include <stdlib.h>
int *cell;
int done;
int main(void) {
  cell = malloc(sizeof(int));
  if (!cell) return 1;
  done = 1;
  *cell = 3;
  done = 2;
  return 0;
}
