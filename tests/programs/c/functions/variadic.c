// A function with as many arguments as it is told.
#include <assert.h>
#include <stdarg.h>

int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  while (count-- > 0)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) {
  char narrow = 3;
  assert(sum(0) == 0);
  assert(sum(3, 1, 2, narrow) == 6);
  return 0;
}
