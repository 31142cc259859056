// It writes memory on the heap through a void pointer.
#include <assert.h>
#include <stdlib.h>

extern void change(void *place);

int main(void) {
  int *number = malloc(sizeof *number), *other = malloc(sizeof *other);
  *number = *other = 1;
  change(number);
  assert(*other == 1);
  assert(*number == 1);  // violated: assert
  return 0;
}
