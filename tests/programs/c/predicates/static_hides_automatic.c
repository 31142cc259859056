// A static variable and an automatic one of the same name are two variables.
#include <assert.h>
static void f(int d)
{
  int n = 4;
  {
    static int n;
    if (d == 1) n = 7;
    if (n == 7 && d == 0) assert(0); // violated: assert
  }
  if (n != 4) return;
}
int main(void) { f(1); f(0); return 0; }
