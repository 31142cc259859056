#include <assert.h>
#include <sys/types.h>
#include <unistd.h>

static ssize_t fetch(int descriptor, void *to, size_t n) { return read(descriptor, to, n); }

int main(void) {
  int x = 5;
  fetch(0, &x, sizeof x);
  assert(x == 5);
  return 0;
}
