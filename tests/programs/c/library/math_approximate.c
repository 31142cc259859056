#include <assert.h>
#include <math.h>

int main(void) {
  assert(sin(1.0) > 0.8);
  return 0;
}
