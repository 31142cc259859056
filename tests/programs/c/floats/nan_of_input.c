/* Whatever bits an input has, its copies have them, too. */
#include <assert.h>
#include <stdint.h>

extern double input(void);
union number { double d; uint64_t u; };

int main(void) {
  union number a, b;
  a.d = input();
  b = a;
  assert(a.u == b.u);
  b.d = a.d;
  assert(a.u == b.u);
  return 0;
}
