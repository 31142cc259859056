/* An index from the bits of a copied NaN leaves its array. */
#include <stdint.h>

union number { double d; uint64_t u; } a, b;
int table[42];

int main(void) {
  a.u = 0x7ff800000000002aull;
  b.d = a.d;
  return table[b.u & 0xff];
}
