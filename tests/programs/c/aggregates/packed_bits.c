// Bit-fields of a packed structure may cross every boundary.
#include <assert.h>

struct __attribute__((packed)) tight {
  long long wide : 40;
  unsigned middle : 24;
  signed char small : 3;
};

union halves {
  struct {
    unsigned low : 4, high : 4;
  };
  unsigned char all;
};

int main(void) {
  struct tight t = {-1, 0xabcdef, -4};
  assert(t.wide == -1 && t.middle == 0xabcdef && t.small == -4);
  t.wide = 1LL << 39;
  assert(t.wide < 0 && t.middle == 0xabcdef);
  union halves h;
  h.all = 0xa5;
  h.high++;
  assert(h.low == 5 && h.all == 0xb5);
  return 0;
}
