// What a function without a body returns is of its type.
#include <assert.h>

unsigned char sensor(void);

int main(void) {
  assert(sensor() < 256);
  return 0;
}
