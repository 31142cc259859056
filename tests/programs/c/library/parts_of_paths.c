#include <assert.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char path[] = "/usr/lib//", again[] = "/usr/lib//", plain[] = "x", root[] = "/";
  char *name = basename(path);
  assert(strcmp(name, "lib") == 0 && strcmp(dirname(again), "/usr") == 0);
  assert(strcmp(dirname(plain), ".") == 0 && strcmp(basename(root), "/") == 0);
  puts(name);
  return 0;
}
