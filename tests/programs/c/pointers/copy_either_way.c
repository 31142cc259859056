// Which end a copy starts from depends on where two objects lie; what is copied does not.
#include <assert.h>

static void move(char *to, const char *from, unsigned n) {
  if (to < from)
    for (unsigned i = 0; i < n; i++) to[i] = from[i];
  else
    for (unsigned i = n; i > 0; i--) to[i - 1] = from[i - 1];
}

int main(void) {
  char a[8] = "abcdefg", b[8];
  move(a + 1, a, 4);
  assert(a[1] == 'a' && a[4] == 'd');
  move(b, a, 8);
  assert(b[1] == 'a' && b[5] == 'f');
  return 0;
}
