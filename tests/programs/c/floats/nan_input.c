/* An input may be a NaN with any bits. */
#include <assert.h>
#include <stdint.h>

extern double input(void);

int main(void) {
  union { double d; uint64_t u; } a;
  a.d = input();
  if (a.d != a.d) assert(a.u == 0x7ff8000000000000ull);
  return 0;
}
