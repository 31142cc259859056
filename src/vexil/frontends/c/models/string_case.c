/* models: strcasecmp strncasecmp strcasestr */
/* assumption strcasecmp: the locale is "C" and the result is the difference of the first characters that differ */
/* assumption strncasecmp: the locale is "C" and the result is the difference of the first characters that differ */
#include "vexil.h"

static int __vexil_lower(char c) {
  unsigned char u = (unsigned char)c;
  return u >= 'A' && u <= 'Z' ? u + ('a' - 'A') : u;
}

int strcasecmp(const char *left, const char *right) {
  for (;; left++, right++) {
    int a = __vexil_lower(*left), b = __vexil_lower(*right);
    if (a != b || a == 0) return a - b;
  }
}

int strncasecmp(const char *left, const char *right, __vexil_size n) {
  for (; n > 0; n--, left++, right++) {
    int a = __vexil_lower(*left), b = __vexil_lower(*right);
    if (a != b || a == 0) return a - b;
  }
  return 0;
}

char *strcasestr(const char *s, const char *part) {
  __vexil_size n = 0;
  while (part[n] != 0) n++;
  for (;; s++) {
    if (strncasecmp(s, part, n) == 0) return (char *)s;
    if (*s == 0) return 0;
  }
}
