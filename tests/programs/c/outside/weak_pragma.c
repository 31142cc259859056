// A pragma makes a function weak, too, and what a table holds at the start may be null.
#include <assert.h>

#pragma weak hook
void hook(void);
void (*table[1])(void) = {hook};

int main(void) {
  assert(table[0] != 0);
  return 0;
}
