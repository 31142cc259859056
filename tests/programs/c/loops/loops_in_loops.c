// Inner loops of known length are passed like the outer one, whose length is out of reach.
#include <assert.h>

int main(void) {
  unsigned a, b, c, d = 0;
  for (a = 0; a < 0x7fffffff; a++)
    for (b = 0; b < 12; b++)
      for (c = 0; c < 12; c++) {
        for (d = 0; d < 30; d += 3) {}
        assert(d == 30);
      }
  return 0;
}
