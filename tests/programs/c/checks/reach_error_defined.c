// An error function with a body of its own counts at the call.
#include <assert.h>
void reach_error(void) { assert(0); }

int main(void) {
  int x = 3;
  if (x > 2)
    reach_error();  // violated: unreach
  return 0;
}
