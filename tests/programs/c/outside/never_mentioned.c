// A caller may pass what a variable with external linkage leads to, although nobody here mentions it.
#include <assert.h>

static int number;
int *place = &number;

void change(int *given) {
  if (given == &number) {
    number = 1;
    *given = 2;
    assert(number == 1);  // violated: assert
  }
}
