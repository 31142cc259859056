// A jump past a declaration leaves the variable with any value.
#include <assert.h>

int main(void) {
  switch (1) {
    unsigned char skipped;
  case 1:
    assert(skipped == 0);  // violated: assert
  }
  return 0;
}
