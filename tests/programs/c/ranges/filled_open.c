// Bytes from an open place on are set; with LONG one more than there are: memsafety. With NEAR the byte before: assert.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint(), from = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (size == 0 || size > 5000 || from >= size) return 0;
  unsigned char *text = calloc(size, 1);
  if (text == 0) return 0;
  unsigned count = size - from;
#ifdef LONG
  count++;
#endif
  memset(text + from, 7, count);  // violated with LONG: memsafety
#ifdef NEAR
  if (from > 0) assert(text[from - 1] == 7);  // violated: assert
#endif
  if (k < size) assert(text[k] == (k < from ? 0 : 7));
  free(text);
  return 0;
}
