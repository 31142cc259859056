// Both ways out of a condition about a float of more than 64 bits depend on how it is computed.
#include <assert.h>

int main(void) {
  long double tenth = 0.1L;
  if (tenth * tenth * tenth * 10.0L == 0.01L) {
    tenth = 1;
  } else {
    assert(0);
  }
  return 0;
}
