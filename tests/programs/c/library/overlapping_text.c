// What a function does is undefined when it writes what it reads.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16] = "ab", other[16] = "ab";
#if defined(FORMAT)
  snprintf(TO, sizeof text, "%s%s", text, "cd");
#else
  strcat(TO, text);
#endif
  assert(text[0] == 'a');
  return 0;
}
