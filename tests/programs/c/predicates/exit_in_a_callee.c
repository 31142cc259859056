// What is behind a call that may end the program runs only if it did not.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static void f(int n) { if (n == 3) exit(0); }
int main(void) { int x = __VERIFIER_nondet_int(); f(x); assert(x != 3); return 0; }
