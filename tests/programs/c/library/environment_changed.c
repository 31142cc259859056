// What the program puts into its environment may be found there again.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  static char string[] = "A=b";
#ifdef PUT
  if (putenv(string) != 0) return 0;
  char *value = getenv("A");
  if (value != 0) value[0] = 'c';
  assert(string[2] == 'b');
#else
  if (setenv("A", "b", 1) != 0) return 0;
  assert(getenv("A") != 0 && string[2] == 'b');
#endif
  return 0;
}
