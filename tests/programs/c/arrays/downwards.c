// The counter goes down from the last element.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int a[2000];

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > 2000) return 0;
  for (i = n - 1; i >= 0; i--) a[i] = 5;
  for (i = 0; i < n; i++) assert(a[i] == 5);
  return 0;
}
