// A pointer without a type that it returns may lead into an array that it was given.
#include <assert.h>

extern void give(void *place);
extern void *take(void);
static int numbers[4];

int main(void) {
  give(numbers);
  int *taken = take();
  numbers[2] = 0;
  if (taken) *taken = 7;
  assert(numbers[2] == 0);  // violated: assert
  return 0;
}
