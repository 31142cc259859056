// An error function with a body of its own counts where it is entered, and so does what it does.
#include <assert.h>
void reach_error(void) {  // violated: unreach
  assert(0);  // violated: assert
}

int main(void) {
  int x = 3;
  if (x > 2)
    reach_error();
  return 0;
}
