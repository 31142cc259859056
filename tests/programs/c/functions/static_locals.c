// A static variable keeps its value between calls; two functions may use one name.
#include <assert.h>

int first(void) {
  static int n = 10;
  return n++;
}

int second(void) {
  static int n;
  return n++;
}

int main(void) {
  first();
  assert(first() == 11);
  assert(second() == 0);
  return 0;
}
