/* Definitions as C had them before prototypes, after declarations of every kind. */
#include <assert.h>

static int narrow();
static int implied();
int plain();
int prototype(int, char);
double widened();

int main(argc, argv) int argc; char **argv; {
  int inner();
  assert(narrow(1, 'c', 2.5f) == 1 + 'c' + 2);
  assert(implied(3, 4) == 7);
  assert(plain(1) == 2 && prototype(1, 2) == 3 && inner("ab") == 'b');
  assert(widened(0.5f) == 0.5);
  return argc - 1 + !argv;
}

static int narrow(a, b, c) short b; float c; { return a + b + c; }
static int implied(x, y) { return x + y; }
int plain(x) int x; { return x + 1; }
int prototype(x, c) int x; char c; { return x + c; }
double widened(x) float x; { return x; }
int inner(s) const char *s; { return s[1]; }
