// A structure that is passed to the entry holds anything.
#include <assert.h>

struct pair {
  int number;
  int *place;
};

void check(struct pair pair) {
  assert(pair.number != 3);  // violated: assert
}
