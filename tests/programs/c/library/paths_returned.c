// These return what they are given, if anything.
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
#if defined(STREAM)
  FILE *file = freopen("/dev/null", "w", stdout);
  assert(file == 0 || file == stdout);
#elif defined(REAL)
  char path[PATH_MAX], *found = realpath("/tmp", path);
  assert(found == 0 || found == path);
#else
  char path[8], *found = getcwd(path, sizeof path);
  assert(found == 0 || found == path);
#ifdef RELEASE
  free(found);
#endif
#endif
  return 0;
}
