// exit ends the program also when it is called through a pointer.
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
  void (*leave)(int) = exit;
  leave(0);
  reach_error();
  return 0;
}
