// Pointers in a structure that it returns are not always null.
#include <assert.h>

struct pair {
  int *place;
  int count;
};
extern struct pair make(void);

int main(void) {
  struct pair made = make();
  assert(made.place == 0);  // violated: assert
  return 0;
}
