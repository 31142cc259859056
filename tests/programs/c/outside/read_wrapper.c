// A library function writes through a void pointer that comes from its caller's caller, and no further than it is told.
#include <arpa/inet.h>
#include <assert.h>
#include <unistd.h>

static long get(void *place, unsigned long size) { return pread(0, place, size, 0); }
static int convert(void *place) { return inet_pton(AF_INET, "127.0.0.1", place); }

int main(void) {
  char text[8];
  unsigned address = 1, other = 1;
  text[0] = text[7] = 1;
  get(text, 7);
  convert(&address);
  assert(text[7] == 1 && other == 1);
  assert(text[0] == 1 || address == 1);  // violated: assert
  return 0;
}
