// The right side of && and || is evaluated only when it decides.
#include <assert.h>

int calls;

int count(int result) {
  calls++;
  return result;
}

int main(void) {
  int zero = 0;
  if (zero && count(1))
    assert(0);
  if (!zero || count(0))
    assert(calls == 0);
  int both = count(1) && count(0) || count(2);
  assert(calls == 3 && both == 1);
  assert(zero == 0 || 1 / zero);
  return 0;
}
