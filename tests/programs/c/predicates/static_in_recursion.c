// A static variable is shared by all activations of its function.
#include <assert.h>
static void f(int d)
{
  static int n;
  if (d == 0) { n = 1; return; }
  n = 0;
  f(0);
  if (n == 0) return;
  assert(0); // violated: assert
}
int main(void) { f(1); return 0; }
