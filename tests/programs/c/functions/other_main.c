// Another function than main can be the one to start with.
#include <assert.h>

int state;

int main(void) {
  assert(0);
  return 0;
}

int test(void) {
  assert(state == 0);
  return 0;
}
