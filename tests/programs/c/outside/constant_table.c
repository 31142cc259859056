// A table that nobody here mentions, constant as it is, leads the outside to what is static.
#include <assert.h>

struct entry {
  const char *name;
  int *place;
};

static int hidden;
static struct entry inner = {"inner", &hidden};
struct entry *const table[2] = {0, &inner};
extern void go(void);

int main(void) {
  go();
  assert(hidden == 0);  // violated: assert
  return 0;
}
