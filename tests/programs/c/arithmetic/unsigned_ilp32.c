// With 32-bit longs, an unsigned int and a long meet as unsigned long: -1 becomes huge.
#include <assert.h>

int main(void) {
  long minus = -1L;
  unsigned one = 1;
  assert(minus > one);
  return 0;
}
