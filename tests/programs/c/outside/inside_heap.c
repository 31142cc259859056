// A pointer that it returns may lead behind the first element of memory from the heap, and its sign may differ.
#include <assert.h>
#include <stdlib.h>

extern void give(int *place);
extern unsigned *take(void);

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers);
  if (!numbers) return 0;
  give(numbers);
  unsigned *taken = take();
  numbers[0] = 0;
  numbers[2] = 0;
  if (taken && taken != (unsigned *)numbers) *taken = 7;
  assert(numbers[2] == 0);  // violated: assert
  return 0;
}
