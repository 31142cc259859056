// Functions in a constant structure with external linkage can be called from outside.
#include <assert.h>

static int calls;

static void count(void) { calls = 1; }

struct operations {
  void (*run)(void);
};

const struct operations operations = {count};
extern void go(void);

int main(void) {
  go();
  assert(calls == 0);  // violated: assert
  return 0;
}
