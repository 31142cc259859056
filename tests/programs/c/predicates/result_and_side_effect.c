// The result replaces what the callee wrote to the same global.
#include <assert.h>
int g;
static int f(int a) { g = a; return g + 1; }
int main(void) { g = f(1); assert(g == 2); return 0; }
