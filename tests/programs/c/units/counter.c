// Two units: the counter is static in one, and has a namesake in the other.
#include <assert.h>

int next(void);
static int count = 5;

int main(void) {
  next();
  assert(next() == 2);
  assert(count == 5);
  return 0;
}
