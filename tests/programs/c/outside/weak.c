// A weak function that no unit defines may be there or not, and stays what it is.
#include <assert.h>

extern int hook(void) __attribute__((weak));
static int called;

int main(void) {
  if (hook) {
    hook();
    called = 1;
  }
  assert(called == (hook != 0));
#ifdef THERE
  assert(hook != 0);
#endif
  return 0;
}
