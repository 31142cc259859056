// The least int has no opposite.
#include <limits.h>

int main(void) {
  int least = INT_MIN;
  least = -least;  // violated: overflow
  return 0;
}
