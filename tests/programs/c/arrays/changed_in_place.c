// Every element is changed in place, after a loop that filled the array.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int a[1000];

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > 1000) return 0;
  for (i = 0; i < n; i++) a[i] = i;
  for (i = 0; i < n; i++) a[i] = a[i] + 1;
  for (i = 0; i < n; i++) assert(a[i] == i + 1);
  return 0;
}
