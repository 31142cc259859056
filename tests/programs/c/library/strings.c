// The functions of string.h.
#include <assert.h>
#include <string.h>

int main(void) {
  char buffer[8];
  strcpy(buffer, "ab");
  strcat(buffer, "cd");
  assert(strlen(buffer) == 4);
  assert(strcmp(buffer, "abcd") == 0 && strncmp(buffer, "abx", 2) == 0);
  assert(strchr(buffer, 'c') == buffer + 2 && strchr(buffer, 'x') == 0);
  memset(buffer, 'z', 2);
  assert(buffer[0] == 'z' && buffer[1] == 'z' && buffer[2] == 'c');
  memmove(buffer + 1, buffer, 3);
  assert(memcmp(buffer, "zzzc", 4) == 0);
  return 0;
}
