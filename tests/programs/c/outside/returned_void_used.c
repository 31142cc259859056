// Memory that it returns without a type is large enough for what the program takes it for, and holds anything.
#include <assert.h>

struct pair {
  int first, second;
};
extern void *make(void);

int main(void) {
  struct pair *made = make();
  if (made) {
    made->first = 1;
    assert(made->second == 0);  // violated: assert
  }
  return 0;
}
