// What is passed without a name hides that the function loses it.
#include <stdlib.h>

static void lose(char *p) {
  p = 0;
  exit(p != 0);
}

int main(void) { lose(malloc(1)); }
