// A pointer without a type that it returns is not always null, although nothing is known that it could lead to.
#include <assert.h>

extern void *make(void);

int main(void) {
  void *made = make();
  assert(made == 0);  // violated: assert
  return 0;
}
