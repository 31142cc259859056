// The library has room for at least 32.
#include <assert.h>
#include <stdlib.h>

static void handle(void) {}

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    int error = atexit(handle);
    assert(error == 0);
  }
  return 0;
}
