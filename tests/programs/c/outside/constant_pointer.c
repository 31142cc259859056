// A constant with external linkage is not written from outside, but what it points to is.
#include <assert.h>

static int state;
int *const exposed = &state;
extern void go(void);

int main(void) {
  go();
  assert(exposed == &state);
  assert(state == 0);  // violated: assert
  return 0;
}
