// The greatest int has no successor.
#include <limits.h>

int main(void) {
  int last = INT_MAX;
  int next = last + 1;  // violated: overflow
  return next == INT_MIN;
}
