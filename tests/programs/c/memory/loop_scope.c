// Each turn of a loop has a new variable.
#include <assert.h>

int main(void) {
  int *before = 0;
  for (int i = 0; i < 2; i++) {
    int inner = i;
    if (before)
      *before = 9;  // violated: memsafety
    before = &inner;
  }
  return 0;
}
