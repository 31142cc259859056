/* models: strlen strnlen strcpy strncpy stpcpy stpncpy strcat strncat strcmp strncmp strcoll strchr strrchr strchrnul index rindex */
/* assumption strcmp: the result is the difference of the first characters that differ */
/* assumption strncmp: the result is the difference of the first characters that differ */
/* assumption strcoll: the locale is "C" */
#include "vexil.h"

__vexil_size strlen(const char *s) {
  __vexil_size n = 0;
  while (s[n] != 0) n++;
  return n;
}

__vexil_size strnlen(const char *s, __vexil_size limit) {
  __vexil_size n = 0;
  while (n < limit && s[n] != 0) n++;
  return n;
}

char *stpcpy(char *to, const char *from) {
  __vexil_size n = 0;
  while ((to[n] = from[n]) != 0) n++;
  __VEXIL_DEMAND_APART(to, n + 1, from, n + 1, "no overlap of a string and its copy");
  return to + n;
}

char *strcpy(char *to, const char *from) {
  stpcpy(to, from);
  return to;
}

char *stpncpy(char *to, const char *from, __vexil_size n) {
  __vexil_size i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  __VEXIL_DEMAND_APART(to, n, from, i, "no overlap of a string and its copy");
  for (__vexil_size rest = i; rest < n; rest++) to[rest] = 0;
  return to + i;
}

char *strncpy(char *to, const char *from, __vexil_size n) {
  stpncpy(to, from, n);
  return to;
}

char *strcat(char *to, const char *from) {
  stpcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *to, const char *from, __vexil_size n) {
  char *end = to + strlen(to);
  __vexil_size i = 0;
  for (; i < n && from[i] != 0; i++) end[i] = from[i];
  end[i] = 0;
  __VEXIL_DEMAND_APART(end, i + 1, from, i, "no overlap of a string and its copy");
  return to;
}

int strncmp(const char *left, const char *right, __vexil_size n) {
  for (; n > 0; n--, left++, right++) {
    unsigned char a = (unsigned char)*left, b = (unsigned char)*right;
    if (a != b) return a - b;
    if (a == 0) return 0;
  }
  return 0;
}

int strcmp(const char *left, const char *right) {
  for (;; left++, right++) {
    unsigned char a = (unsigned char)*left, b = (unsigned char)*right;
    if (a != b) return a - b;
    if (a == 0) return 0;
  }
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

char *strchrnul(const char *s, int c) {
  while (*s != 0 && *s != (char)c) s++;
  return (char *)s;
}

char *strchr(const char *s, int c) {
  char *found = strchrnul(s, c);
  return *found == (char)c ? found : 0;
}

char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (*s == 0) return (char *)found;
  }
}

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }
