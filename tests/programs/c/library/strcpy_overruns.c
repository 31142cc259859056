// A string needs a place for its terminator.
#include <string.h>

int main(void) {
  char small[2];
  strcpy(small, "ab");
  return 0;
}
