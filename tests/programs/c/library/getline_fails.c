// getline gives memory also where it fails, and fgets may leave anything where reading goes wrong.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char *line = 0, text[4] = "abc";
  size_t size = 0;
#ifdef FGETS
  if (fgets(text, 4, stdin) == 0) assert(text[0] == 'a');
#else
  if (getline(&line, &size, stdin) == -1) assert(line == 0);
#endif
  return 0;
}
