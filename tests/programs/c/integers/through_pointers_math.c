// Functions that are called through pointers, and results that go to memory.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int twice(int x) { return 2 * x; }
int (*chosen)(int) = twice;
int put(int value, int *place) {
  *place = chosen(value);
  return *place;
}
int main(void) {
  int kept, given = __VERIFIER_nondet_int() % 100;
  int seven = chosen(7);
  int sum = put(given, &kept);
  assert(seven == 14 && sum == kept);
  assert(sum != 6);  // violated: assert
  return 0;
}
