// It writes any part of a long buffer, with numbers of the buffer's type.
#include <assert.h>

extern int fetch(void *place, int size);

int main(void) {
  unsigned char buffer[100] = {0};
  void *place = buffer;
  fetch(place, sizeof buffer);
  assert(buffer[99] <= 255);
  assert(buffer[50] == 0);  // violated: assert
  return 0;
}
