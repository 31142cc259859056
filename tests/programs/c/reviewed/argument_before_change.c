// Arguments are evaluated from left to right, structures too. C leaves this order open: no violation from the left is no proof.
#include <assert.h>

struct pair {
  int first, second;
};
static struct pair shared = {1, 2};

static int change(void) {
  shared.first = 50;
  return 0;
}

static int take(struct pair pair, int unused) { return pair.first + unused; }

int main(void) {
  assert(take(shared, change()) == 1);
  return 0;
}
