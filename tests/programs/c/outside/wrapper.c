// A function without a body writes what a void pointer of its caller's caller points to.
#include <assert.h>

extern long fetch(int file, void *place, unsigned long size);

static long get(void *place, unsigned long size) { return fetch(0, place, size); }

int main(void) {
  int number = 1, other = 2;
  get(&number, sizeof number);
  assert(other == 2);
  assert(number == 1);  // violated: assert
  return 0;
}
