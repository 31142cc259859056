// What is constant stays as it is, and what is static and out of reach, too.
#include <assert.h>

static int unreached;
static int reached;

struct limits {
  int most;
  int *used;
};

const struct limits limits = {5, &reached};
const int *const *unused;
const int least = 2;
extern void go(void);

int main(void) {
  go();
  assert(limits.most == 5 && limits.used == &reached);
  assert(least == 2 && unreached == 0);
  return 0;
}
