/* Every round has an array and a variable of its own, whose address is handed on. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void get(int *place) {
  *place = __VERIFIER_nondet_int();
  if (*place < 0) *place = 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int least = 1;
  for (int i = 0; i < n; i++) {
    int pair[2], value;
    get(&value);
    pair[0] = value;
    pair[1] = i;
    int k = __VERIFIER_nondet_int() & 1;
    if (pair[k] < 0) least = -1;
  }
  assert(least == 1);
  return 0;
}
