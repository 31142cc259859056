// Open indices into arrays of more elements than have a cell each, all written or none; with BAD a bound is too small.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct pair {
  int number;
  char *name;
};

int filled[1000];
struct pair pairs[1000];
char name;

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  for (int k = 0; k < 1000; k++) filled[k] = (k * 7) & 15;
  if (i >= 1000 || j >= 1000) return 0;
  struct pair one = {3, &name}, other;
  pairs[i] = one;
  other = pairs[j];
  if (i == j) assert(other.number == 3 && other.name == &name);
  else assert(other.number == 0 && other.name == 0);
#ifdef BAD
  assert(filled[i] < 15);  // violated: assert
#else
  assert(filled[i] < 16);
#endif
  return 0;
}
