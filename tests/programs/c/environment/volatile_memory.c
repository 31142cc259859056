// With --volatile memory a volatile variable of the program is an ordinary one: nobody else writes it.
#include <assert.h>

volatile int port;

int main(void) {
  port = 3;
  assert(port == 3);
  return 0;
}
