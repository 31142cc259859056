// The bytes of a number are in the order of the machine: the least comes first.
#include <assert.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
  unsigned short halves[2];
};

int main(void) {
  union word w;
  w.whole = 0x01020304;
  assert(w.bytes[0] == 4 && w.bytes[3] == 1);
  w.bytes[1] = 0xff;
  assert(w.halves[0] == 0xff04);
  assert(w.whole == 0x0102ff04);
  return 0;
}
