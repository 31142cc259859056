// The body of a do-while runs before its condition, and continue goes to the condition.
#include <assert.h>

int main(void) {
  int turns = 0;
  do {
    turns++;
    continue;
  } while (turns > 5);
  assert(turns == 1);
  return 0;
}
