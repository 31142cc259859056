// A value that nobody wrote may be another one each time it is read (DR 451), but no counterexample says so.
#include <assert.h>

static int read(int *p) { return *p; }

int main(void) {
  int a[2];
  int first = read(a), second = read(a);
  assert(first == second);
  return 0;
}
