// A pointer moves by elements; the difference of two counts them.
#include <assert.h>

int main(void) {
  int a[4] = {10, 20, 30, 40};
  int *p = a, *end = a + 4;
  int sum = 0;
  while (p < end)
    sum += *p++;
  assert(sum == 100);
  assert(end - a == 4 && p[-1] == 40 && *(2 + a) == 30 && 3[a] == 40);
  return 0;
}
