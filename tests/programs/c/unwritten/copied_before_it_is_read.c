// What nobody wrote is copied: the copy is the same, so no counterexample takes two values for it.
#include <assert.h>
#include <string.h>

int main(void) {
  int a[2], b[2];
  memcpy(b, a, sizeof a);
  assert(a[0] == b[0]);
  return 0;
}
