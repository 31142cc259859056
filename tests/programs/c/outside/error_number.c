// Library functions and functions without a body set the error number.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  if (fsync(3) < 0) assert(errno == 0);  // violated: assert
  return 0;
}
