// With --malloc may-fail memory may be refused, by realloc and calloc as well.
#include <stdlib.h>

int main(void) {
  int *numbers = calloc(2, sizeof *numbers);
  if (!numbers) return 1;
  int *more = realloc(numbers, 4 * sizeof *more);
  if (!more) {
    numbers[0] = 1;
    free(numbers);
    return 1;
  }
  more[1] = 1;
  free(more);
  int *last = malloc(sizeof *last);
  *last = 1;  // violated: memsafety
  free(last);
  return 0;
}
