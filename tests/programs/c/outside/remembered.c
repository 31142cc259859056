// It remembers pointers that it was given, each of them.
#include <assert.h>

extern void watch(int *place);
extern void tick(void);

int main(void) {
  int first, second;
  watch(&first);
  watch(&second);
  first = second = 0;
  tick();
  assert(first == 0 || second == 0);  // violated: assert
  return 0;
}
