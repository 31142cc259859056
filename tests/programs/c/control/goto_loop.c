// A loop of jumps, and a way out of two blocks at once.
#include <assert.h>

int main(void) {
  int i = 0, *p = 0;
again:
  i++;
  {
    int inner = i;
    p = &inner;
    {
      if (i < 3)
        goto again;
      goto out;
    }
  }
out:
  assert(i == 3);
  *p = 1;  // violated: memsafety
  return 0;
}
