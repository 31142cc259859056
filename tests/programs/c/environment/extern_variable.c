// A variable that is defined elsewhere may start with any value.
#include <assert.h>

extern _Bool configured;

int main(void) {
  _Bool before = configured;
  assert(configured == before);
  assert(configured);  // violated: assert
  return 0;
}
