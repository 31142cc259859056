// A variable that is defined nowhere may be declared in blocks only; it is one variable all the same.
#include <assert.h>

static int get(void) {
  extern int level;
  return level;
}

static void set(int value) {
  extern int level;
  level = value;
}

int main(void) {
  set(3);
  assert(get() == 3);
#ifdef START
  extern int other;
  assert(other == 0);
#endif
  return 0;
}
