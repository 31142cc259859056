// What a function returns and leaves behind differs from path to path; its locals matter nowhere else.
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
static int held, mine, *place = &held;

static int swap(int wanted) {
  int old = *place, kept = old;
  if (wanted == kept)
    return kept;
  *place = wanted;
  kept = old + 1;
  return kept - 1;
}

int main(void) {
  while (__VERIFIER_nondet_bool()) {
    int wanted = __VERIFIER_nondet_bool();
    int before = swap(wanted);
    assert(before == mine);
    mine = wanted;
    assert(held == mine);
  }
  return 0;
}
