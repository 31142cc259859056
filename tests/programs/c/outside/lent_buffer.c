// A buffer that a stream uses changes at later output.
#include <assert.h>
#include <stdio.h>

static char buffer[32];

int main(void) {
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  buffer[0] = 0;
  printf("abc");
  assert(buffer[0] == 0);
  return 0;
}
