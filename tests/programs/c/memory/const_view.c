// A pointer to const is a promise of its own: what it points to may still change in other ways.
#include <assert.h>

int main(void) {
  int limit = 3;
  const int *view = &limit;
  limit = 4;
  assert(*view == 4);
  *(int *)view = 5;
  assert(limit == 5);
  return 0;
}
