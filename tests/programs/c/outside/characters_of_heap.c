// The same for memory of the heap.
#include <assert.h>
#include <stdlib.h>

extern void give(void *place);
extern void store(char **place);

int main(void) {
  int *number = malloc(sizeof *number);
  if (!number) return 0;
  give(number);
  char *bytes = 0;
  store(&bytes);
  *number = 1;
  if (bytes) *bytes = 5;
  assert(*number == 1);  // violated: assert
  return 0;
}
