// exit ends the program wherever it is, after the functions that atexit knows, the last one first.
#include <assert.h>
#include <stdlib.h>

int order;

void first(void) { assert(order == 2); }
void second(void) {
  assert(order == 1);
  order = 2;
}
void leave(void) { exit(3); }

int main(void) {
  atexit(first);
  atexit(second);
  order = 1;
  leave();
  assert(0);
}
