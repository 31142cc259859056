#include <assert.h>
#include <math.h>

int main(void) {
  assert(sqrt(5.0) == 2.0);
  return 0;
}
