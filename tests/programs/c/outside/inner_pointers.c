// It follows pointers in structures, and writes through those in a structure that it only looks at.
#include <assert.h>

struct inner { int value; };
struct outer { int count; struct inner *inner; };
extern void look(const struct outer *place);

int main(void) {
  struct inner inner = {1};
  struct outer outer = {5, &inner};
  look(&outer);
  assert(outer.count == 5 && outer.inner == &inner);
  assert(inner.value == 1);  // violated: assert
  return 0;
}
