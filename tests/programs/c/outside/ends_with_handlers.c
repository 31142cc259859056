// A function without a body may end the program, and what is to be done at the end is done then.
#include <assert.h>
#include <stdlib.h>

extern void leave(void);
static int locked;

static void last(void) {
  assert(!locked);  // violated: assert
}

int main(void) {
  atexit(last);
  locked = 1;
  leave();
  locked = 0;
  return 0;
}
