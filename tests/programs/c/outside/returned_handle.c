// A handle whose structure nobody here has seen is not always null.
#include <assert.h>

struct handle;
extern struct handle *open_handle(void);

int main(void) {
  struct handle *opened = open_handle();
  assert(opened == 0);  // violated: assert
  return 0;
}
