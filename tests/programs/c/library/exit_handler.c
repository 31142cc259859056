// What atexit was given runs when main returns, too.
#include <assert.h>
#include <stdlib.h>

int done;

static void bye(void) {
  assert(done == 1);  // violated: assert
}

int main(void) {
  atexit(bye);
  if (done)
    exit(4);
  return 3;
}
