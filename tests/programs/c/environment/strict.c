// Under --strict-env there is no answer about functions nobody has seen.
#include <assert.h>

unsigned char sensor(void);

int main(void) {
  assert(sensor() < 256);
  return 0;
}
