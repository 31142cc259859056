// Places that touch do not overlap, and memmove may be given any.
#include <assert.h>
#include <string.h>

int main(void) {
  char text[8] = "abcdefg";
  memcpy(text + 4, text, 4);
  memmove(text + 1, text, 4);
  assert(text[1] == 'a' && text[4] == 'd' && text[5] == 'b');
  return 0;
}
