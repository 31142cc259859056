// So is a function that it returns.
#include <assert.h>

typedef void (*action)(void);
extern void keep(action (*get)(void));
static int number = 1;

static void change(void) { number = 2; }
static action get(void) { return change; }

int main(void) {
  keep(get);
  assert(number == 1);  // violated: assert
  return 0;
}
