// Copies and fills of a number of bytes that is open: what is there afterwards depends on it.
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char from[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0}, to[3];
  size_t length = strlen(from);
  memcpy(to, from, length);
  to[length] = 0;
  assert(strlen(to) == length);

  int old[2] = {1, 2}, changed[2] = {7, 8};
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 2) return 0;
  memmove(changed, old, count * sizeof(int));
  assert(changed[0] == (count ? 1 : 7) && changed[1] == (count == 2 ? 2 : 8));
#ifdef WRONG
  memset(to, 'x', length);
  assert(to[1] != 'x');  // violated: assert
#endif
#ifdef FAR
  memset(to, 'x', length + 2);  // violated: memsafety
#endif
  return 0;
}
