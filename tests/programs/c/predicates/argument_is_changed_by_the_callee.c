// What was passed is the old value of the global, not the one behind the call.
#include <assert.h>
int g;
static int id(int m) { g = g + 1; return m; }
int main(void)
{
  int x = id(g);
  assert(x == g); // violated: assert
  return 0;
}
