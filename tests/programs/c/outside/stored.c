// It knows what a variable with external linkage pointed to when it was last called.
#include <assert.h>

extern void tick(void);
int *shared;

int main(void) {
  int number = 0;
  shared = &number;
  tick();
  shared = 0;
  number = 1;
  tick();
  assert(number == 1);  // violated: assert
  return 0;
}
