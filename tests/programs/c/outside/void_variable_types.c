// By types alone, what a variable of type void pointer points to is left alone.
#include <assert.h>

extern void receive(void *place, int size);

int main(void) {
  int number = 1;
  void *place = &number;
  receive(place, sizeof number);
  assert(number == 1);
  return 0;
}
