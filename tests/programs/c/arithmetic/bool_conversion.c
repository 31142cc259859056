// Everything that is not zero becomes 1 in a _Bool, even 256 and 0.5.
#include <assert.h>

int main(void) {
  _Bool from_integer = 256;
  _Bool from_fraction = 0.5;
  _Bool from_pointer = &from_integer;
  unsigned char truncated = (unsigned char)256;
  assert(from_integer == 1 && from_fraction == 1 && from_pointer == 1);
  assert(truncated == 0);
  from_integer++;
  assert(from_integer == 1);
  return 0;
}
