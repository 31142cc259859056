// A function without a body may return anything of its type.
#include <assert.h>

_Bool sensor(void);

int main(void) {
  int sum = sensor() + sensor();
  assert(sum >= 0 && sum <= 2);
  assert(sum != 1);  // violated: assert
  return 0;
}
