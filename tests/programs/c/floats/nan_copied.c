/* The bits of a quiet NaN are kept by everything that copies it. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

union number { double d; uint64_t u; };
union single { float f; uint32_t u; };
struct pair { double first, second; };

static double passed(double given) {
  double held = given;
  return held;
}

static double chosen(int which, double one, double other) { return which ? one : other; }

int main(void) {
  union number a, b, c;
  union single s, t;
  struct pair p, q;
  double list[2] = {0, 0}, other[2];
  extern int which(void);
  a.u = 0x7ff800000000002aull;
  b.d = a.d;
  assert(b.u == a.u);
  b.d = passed(a.d);
  assert(b.u == a.u);
  c.u = 0xfff8000000000000ull;
  b.d = chosen(which(), a.d, c.d);
  assert(b.u == a.u || b.u == c.u);
  s.u = 0xffc12345u;
  t.f = s.f;
  assert(t.u == 0xffc12345u);
  p.first = a.d;
  p.second = c.d;
  q = p;
  b.d = q.first;
  assert(b.u == a.u);
  list[1] = q.second;
  memcpy(other, list, sizeof list);
  uint64_t seen;
  memcpy(&seen, &other[1], 8);
  assert(seen == c.u);
  return 0;
}
