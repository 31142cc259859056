// memcpy must not be given places that overlap.
#include <string.h>

int main(void) {
  char text[8] = "abcdefg";
  memcpy(text + 1, text, 4);  // violated: memsafety
  return 0;
}
