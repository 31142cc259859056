// An array of variable length has the size that was computed where it is declared.
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int n = __VERIFIER_nondet_bool() ? 2 : 3;
  int a[n];
  assert(sizeof a == n * sizeof(int));
  for (int i = 0; i < n; i++)
    a[i] = i;
  n = 9;
  assert(sizeof a <= 3 * sizeof(int));
  assert(a[1] == 1);
  return 0;
}
