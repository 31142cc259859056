// Parts of a text that overlap are moved up by an open distance; with FORWARD it is taken to be a copy from left to right.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char text[200];
  unsigned count = __VERIFIER_nondet_uint(), by = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  for (int i = 0; i < 200; i++) text[i] = (unsigned char)i;
  if (count > 150 || by > 50 || k >= 200) return 0;
  memmove(text + by, text, count);
#ifdef FORWARD
  if (by == 1 && k <= count) assert(text[k] == 0);  // violated: assert
#else
  if (k >= by && k < by + count) assert(text[k] == k - by);
  else assert(text[k] == k);
#endif
  return 0;
}
