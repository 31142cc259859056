// Two calls of a recursive function have two results.
#include <assert.h>
int c;
static int f(void)
{
  int x, y;
  c++;
  if (c >= 3) return c;
  x = f();
  y = f();
  if (x != y) assert(0); // violated: assert
  return x;
}
int main(void) { f(); return 0; }
