// A check between branches of one block fails on one of its paths only, behind a restriction, and after a call.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static int half(int number) {
  int found = number / 2;
  if (number % 2)
    found++;
  return found;
}

int main(void) {
  int divisor = __VERIFIER_nondet_uchar(), result = 0;
  if (divisor != 0) {
    int quotient = 12 / divisor;
    __VERIFIER_assume(quotient > 1);
    if (quotient > 3)
      result = quotient - 3;
    assert(result < 9);
    result = half(result);
  }
  return result;
}
