// The address of a weak variable that no unit defines may be null.
#include <assert.h>

extern int option __attribute__((weak));

int main(void) {
  assert(&option != 0);
  return 0;
}
