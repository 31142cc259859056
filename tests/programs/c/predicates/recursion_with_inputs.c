// A parser by recursive descent forgets that it has closed what it opened.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int open;
static void parse(void) {
  int c = __VERIFIER_nondet_int();
  if (c == '(') {
    open = 1;
    parse();
    assert(open == 0); // violated: assert
    open = 1;
    return;
  }
  if (c == ')') {
    open = 0;
    return;
  }
  parse();
}
int main(void) { parse(); return 0; }
