// The value of n++ is the old one, also of the second static variable called n.
#include <assert.h>

static int next(void) {
  static int n = 1;
  n++;
  {
    static int n = 100;
    return n++;
  }
}

int main(void) {
  assert(next() == 100);
  assert(next() == 101);
  return 0;
}
