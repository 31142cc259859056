/* The first figure of Gurfinkel et al. 2006 with a narrow counter that does not wrap around: the loop is never left. */
#include <assert.h>
int main(void)
{
  signed char x = 2, y = 2;
  while (y <= 2)
    if (y > -128)
      y = y - 1;
  if (x == 2)
    assert(0);
  return 0;
}
