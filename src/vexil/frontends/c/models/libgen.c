/* models: basename __xpg_basename dirname */
/* assumption dirname: two slashes at the beginning of a path are one */
#include "vexil.h"

char *strrchr(const char *s, int c);
__vexil_size strlen(const char *s);

/* The one of the GNU C library leaves the path alone. */
char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash == 0 ? path : slash + 1);
}

char *__xpg_basename(char *path) {
  if (path == 0 || *path == 0) return ".";
  __vexil_size last = strlen(path) - 1;
  for (; last > 0 && path[last] == '/'; last--) path[last] = 0;
  while (last > 0 && path[last - 1] != '/') last--;
  return path + last;
}

char *dirname(char *path) {
  if (path == 0 || *path == 0) return ".";
  __vexil_size last = strlen(path) - 1;
  for (; path[last] == '/'; last--)
    if (last == 0) return "/";
  for (; path[last] != '/'; last--)
    if (last == 0) return ".";
  for (; path[last] == '/'; last--)
    if (last == 0) return "/";
  path[last + 1] = 0;
  return path;
}
