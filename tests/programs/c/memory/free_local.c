// A local variable cannot be given back.
#include <stdlib.h>

int main(void) {
  int local = 0;
  free(&local);  // violated: memsafety
  return local;
}
