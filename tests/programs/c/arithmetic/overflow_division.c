// The least int divided by -1 does not fit.
#include <limits.h>

int main(void) {
  int least = INT_MIN, minus = -1;
  least /= minus;  // violated: overflow
  return 0;
}
