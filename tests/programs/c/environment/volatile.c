// A volatile variable with static storage changes by itself, a local one does not.
#include <assert.h>

volatile int port;
volatile unsigned char registers[4];

int main(void) {
  volatile int count = 3;
  volatile unsigned char *status = &registers[1];
  assert(count == 3);
  *status = 1;
  port = 3;
  assert(port == 3 || *status == 1 || registers[2] == 0);  // violated: assert
  return 0;
}
