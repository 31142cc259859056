// An integer of 64 bits fits into a long double, and not into the 64 bits that stand for it.
#include <assert.h>

long double tenth = 0.1L;

int main(void) {
  long number = 9007199254740993L;
  long double kept = number;
  number = kept;
  if (tenth > 1) number = 0;
DONE:
  assert(number == 9007199254740993L);
  return 0;
}
