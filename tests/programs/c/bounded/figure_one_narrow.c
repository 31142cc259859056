/* The first figure of Gurfinkel et al. 2006 with a narrow counter: machine arithmetic wraps around and leaves the loop. */
#include <assert.h>
int main(void)
{
  signed char x = 2, y = 2;
  while (y <= 2)
    y = y - 1;
  if (x == 2)
    assert(0); // violated: assert
  return 0;
}
