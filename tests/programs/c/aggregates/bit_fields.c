// A bit-field keeps its low bits; a signed one has a sign.
#include <assert.h>

struct flags {
  unsigned low : 3;
  int sign : 2;
  unsigned : 0;
  _Bool on : 1;
};

int main(void) {
  struct flags f = {0};
  f.low = 13;
  f.sign = 3;
  f.on = 2;
  assert(f.low == 5);
  assert(f.sign == -1);
  assert(f.on == 1);
  f.low++;
  assert(f.low == 6 && f.sign == -1);
  return 0;
}
