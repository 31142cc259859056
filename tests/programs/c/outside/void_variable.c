// It writes through a variable of type void pointer.
#include <assert.h>

extern void receive(void *place, int size);

int main(void) {
  int number = 1;
  void *place = &number;
  receive(place, sizeof number);
  assert(number == 1);  // violated: assert
  return 0;
}
