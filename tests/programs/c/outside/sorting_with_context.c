// A library function that calls back without a model may do anything, which the function it calls decides.
#include <assert.h>

extern void qsort_r(void *, unsigned long, unsigned long, int (*)(const void *, const void *, void *), void *);
static int calls;
static int compare(const void *left, const void *right, void *context) {
  (void)left, (void)right, (void)context;
  if (calls < 9) calls++;
  return 0;
}

int main(void) {
  int numbers[2] = {1, 2};
  qsort_r(numbers, 2, sizeof *numbers, compare, 0);
  assert(calls <= 9);
  assert(calls == 0);  // violated: assert
  return 0;
}
