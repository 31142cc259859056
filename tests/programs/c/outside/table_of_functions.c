// It calls what a variable with external linkage points to, even one that the program itself does not use.
#include <assert.h>

extern void serve(void);

static int opened;
static int open_device(int number) {
  opened = number;
  return 0;
}
struct operations { int (*open)(int); };
struct operations operations = { open_device };

int main(void) {
  serve();
  assert(opened == 0);  // violated: assert
  return 0;
}
