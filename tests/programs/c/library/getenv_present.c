// Whether a variable is set may be asked, and short values are looked into.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char copy[8] = "";
  const char *value = getenv("MODE");
  int mode = value != 0;
#ifdef COMPARE
  if (value != 0 && strcmp(value, "on") == 0) mode = 2;
#endif
#ifdef COPY
  if (value != 0) strcpy(copy, value);
#endif
  assert(mode < 2 && copy[0] == 0);
  return 0;
}
