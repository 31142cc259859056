// It changes variables with external linkage, here or elsewhere, and no others.
#include <assert.h>

extern int mode;
int level = 1;
static int hidden = 1;
const int fixed = 1;
extern void change(void);

int main(void) {
  int local = 1;
  mode = 1;
  change();
  assert(hidden == 1 && fixed == 1 && local == 1);
  assert(mode == 1 || level == 1);  // violated: assert
  return 0;
}
