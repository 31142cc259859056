// A function that calls itself has its own variables each time.
#include <assert.h>

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }

int main(void) {
  assert(factorial(5) == 120);
  assert(even(4) && odd(3) && !even(1));
  return 0;
}
