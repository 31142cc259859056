/* models: strdup strndup __strdup __strndup */
#include "vexil.h"

char *strndup(const char *s, __vexil_size limit) {
  __vexil_size n = 0;
  while (n < limit && s[n] != 0) n++;
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  __vexil_copy(copy, s, n);
  copy[n] = 0;
  return copy;
}

char *strdup(const char *s) {
  __vexil_size n = 0;
  while (s[n] != 0) n++;
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  __vexil_copy(copy, s, n + 1);
  return copy;
}

char *__strdup(const char *s) { return strdup(s); }

char *__strndup(const char *s, __vexil_size limit) { return strndup(s, limit); }
