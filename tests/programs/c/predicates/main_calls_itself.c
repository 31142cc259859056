// A second call of main does not set globals back.
#include <assert.h>
int g;
int main(void)
{
  if (g == 0) { g = 1; main(); return 0; }
  assert(g == 0); // violated: assert
  return 0;
}
