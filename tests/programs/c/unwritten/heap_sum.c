// Nine of ten numbers are written: the sum is any. With ALL each is.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(10 * sizeof *a), sum = 0;
  if (!a) return 0;
#ifdef ALL
  a[0] = 0;
#endif
  for (int i = 1; i < 10; i++) a[i] = 1;
  for (int i = 0; i < 10; i++) sum += a[i];
  assert(sum == 9);  // violated: assert
  free(a);
  return 0;
}
