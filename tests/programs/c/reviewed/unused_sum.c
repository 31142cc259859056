// A sum whose value nobody uses overflows all the same.
#include <limits.h>

int main(void) {
  int greatest = INT_MAX;
  (void)(greatest + 1);  // violated: overflow
  return 0;
}
