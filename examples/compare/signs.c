/* Tokens. That a product of positive numbers is not zero takes the signs of both; overflow loses it. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int level = 1;
  while (__VERIFIER_nondet_int()) {
    if (level > 0)
      level = -1;
    else
      level = 1;
  }
  assert(level != 0);
  return 0;
}
