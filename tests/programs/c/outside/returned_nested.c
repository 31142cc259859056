// Pointers in new memory lead to new memory, or nowhere.
#include <assert.h>

struct inner {
  int value;
};
struct outer {
  struct inner *inner;
};
extern struct outer *make(void);

int main(void) {
  struct outer *made = make();
  if (made && made->inner) {
    assert(made->inner->value == 0);  // violated: assert
  }
  return 0;
}
