// A loop without an end that is known: the sum is twice the number of turns.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), turns = 0, sum = 0;
  while (turns < n) {
    turns++;
    sum += 2;
  }
  assert(sum == 2 * turns);
  return 0;
}
