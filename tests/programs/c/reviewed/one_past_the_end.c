// One object may begin where another one ends.
#include <assert.h>

int main(void) {
  int first[1] = {1}, second[1] = {2};
  assert(first + 1 != second && second + 1 != first);
  return 0;
}
