#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = 0;
  size_t size = 0;
  ssize_t n = getline(&line, &size, stdin);
  if (n >= 0) line[n] = 'x';
  free(line);
  return 0;
}
