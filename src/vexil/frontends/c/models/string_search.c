/* models: strspn strcspn strpbrk strstr strtok strtok_r __strtok_r strsep */
#include "vexil.h"

static _Bool __vexil_among(char c, const char *set) {
  for (; *set != 0; set++)
    if (*set == c) return 1;
  return 0;
}

__vexil_size strspn(const char *s, const char *accept) {
  __vexil_size n = 0;
  while (s[n] != 0 && __vexil_among(s[n], accept)) n++;
  return n;
}

__vexil_size strcspn(const char *s, const char *reject) {
  __vexil_size n = 0;
  while (s[n] != 0 && !__vexil_among(s[n], reject)) n++;
  return n;
}

char *strpbrk(const char *s, const char *accept) {
  s += strcspn(s, accept);
  return *s != 0 ? (char *)s : 0;
}

char *strstr(const char *s, const char *part) {
  for (;; s++) {
    __vexil_size n = 0;
    while (part[n] != 0 && s[n] == part[n]) n++;
    if (part[n] == 0) return (char *)s;
    if (*s == 0) return 0;
  }
}

char *strsep(char **rest, const char *delimiters) {
  char *start = *rest;
  if (start == 0) return 0;
  char *end = start + strcspn(start, delimiters);
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = 0;
  }
  return start;
}

char *strtok_r(char *s, const char *delimiters, char **rest) {
  if (s == 0) s = *rest;
  s += strspn(s, delimiters);
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, delimiters);
  if (*end != 0) *end++ = 0;
  *rest = end;
  return s;
}

char *__strtok_r(char *s, const char *delimiters, char **rest) { return strtok_r(s, delimiters, rest); }

static char *__vexil_strtok_rest;

char *strtok(char *s, const char *delimiters) { return strtok_r(s, delimiters, &__vexil_strtok_rest); }
