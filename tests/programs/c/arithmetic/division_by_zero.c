// Division by zero has no meaning: whatever is asked behind it has no answer.
#include <assert.h>

int main(void) {
  int zero = 0;
  int what = 7 / zero;
  assert(what == 0);
  return 0;
}
