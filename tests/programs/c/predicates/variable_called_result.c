// A variable called result is not what its function returns.
#include <assert.h>
static int f(int n)
{
  int result = n;
  if (n > 0) { result = f(n - 1); result = result + 1; }
  return result;
}
int main(void) { int result = f(2); assert(result == 2); return 0; }
