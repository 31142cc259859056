// A library function writes through a void pointer that comes from its caller's caller, and no further than it is told.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

static long get(void *place, unsigned long size) { return pread(0, place, size, 0); }
static void draw(void *place) { arc4random_buf(place, sizeof(unsigned)); }

int main(void) {
  char text[8];
  unsigned number = 1, other = 1;
  text[0] = text[7] = 1;
  get(text, 7);
  draw(&number);
  assert(text[7] == 1 && other == 1);
  assert(text[0] == 1 || number == 1);  // violated: assert
  return 0;
}
