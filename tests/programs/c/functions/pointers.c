// A table of functions.
#include <assert.h>

int add(int a, int b) { return a + b; }
int subtract(int a, int b) { return a - b; }
int (*const table[])(int, int) = {add, &subtract};

int apply(int (*f)(int, int), int a, int b) { return (*f)(a, b); }

int main(void) {
  assert(table[0](3, 4) == 7);
  assert(apply(table[1], 3, 4) == -1);
  assert(table[0] != table[1] && table[0] == add);
  return 0;
}
