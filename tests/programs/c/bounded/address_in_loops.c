/* A variable in memory is compared in several loops: nothing that was known of it survives a write. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
unsigned char *p;
int main(void)
{
  unsigned char x = 2, y = 0;
  p = &x;
  if (x != 0) {
    for (;;) {
      if (x == 1)
        break;
      y = y > 100 ? 0 : y + 1;
      if (__VERIFIER_nondet_bool())
        *p = 0;
      if (x != 0)
        continue;
      x = 3;
    }
  } else {
    while (x < 7) {
      if (x < 1)
        continue;
      if (__VERIFIER_nondet_bool())
        x++;
      if (x < 4)
        continue;
    }
  }
  assert(y < 200);
  return 0;
}
