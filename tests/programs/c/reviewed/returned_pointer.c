// A pointer that a function without a body returns is null or leads to a new object.
#include <assert.h>

extern char *locate(void);
static char known;

int main(void) {
  char *p = locate();
  if (p) {
    *p = 1;
    assert(known == 0);
  } else {
    assert(p != 0);  // violated: assert
  }
  return 0;
}
