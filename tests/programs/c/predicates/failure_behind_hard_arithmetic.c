// Whichever way the branches go, the assertion fails; no solver says which way that is for which input.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned mix(unsigned h) {
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  return h ^ h >> 16;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = mix(mix(mix(x)) * x), z = 0;
  if (y * y * 3 == mix(y * x) + 12345u) z = 1; else z = 2;
  if (mix(y) == 77u) z = z + 2;
  assert(0 && z); // violated: assert
  return 0;
}
