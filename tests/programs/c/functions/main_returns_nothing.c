// When main ends without a return, the program ends with status 0.
#include <assert.h>
#include <stdlib.h>

int x;

void check(void) { assert(x == 1); }

int main(void) {
  atexit(check);
  x = 1;
}
