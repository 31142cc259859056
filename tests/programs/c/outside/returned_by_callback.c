// What a function returns that the outside calls is known outside.
#include <assert.h>

extern void keep(int *(*get)(void));
extern void go(void);

static int *get(void) {
  static int number = 1;
  return &number;
}

int main(void) {
  keep(get);
  *get() = 1;
  go();
  assert(*get() == 1);  // violated: assert
  return 0;
}
