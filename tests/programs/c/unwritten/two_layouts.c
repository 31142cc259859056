// Bytes beside the one that is written make the number any; they are the same whichever way they are read.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  union { int number; unsigned char bytes[4]; } u;
  u.bytes[0] = 1;
#ifdef CAREFUL
  u.bytes[1] = u.bytes[2] = u.bytes[3] = 0;
#endif
  if (u.bytes[3] == 0x12) assert(u.number >> 24 == 0x12 && u.number == 1);  // violated: assert
  return 0;
}
