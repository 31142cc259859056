/* The pointer still points to the variable of the round before. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int first = 1;
  int *kept = &first;
  while (n > 0) {
    int own = 1;
    assert(*kept == 1);
    kept = &own;
    n--;
  }
  return 0;
}
