/* models: wcslen wcsnlen wcscpy wcpcpy wcsncpy wcpncpy wcscat wcsncat wcscmp wcsncmp wcscoll wcschr wcsrchr wcsspn wcscspn wcspbrk wcsstr wcstok wcsdup */
/* assumption wcscmp: the result is -1, 0 or 1 */
/* assumption wcsncmp: the result is -1, 0 or 1 */
/* assumption wcscoll: the locale is "C" */
#include "vexil.h"

typedef __WCHAR_TYPE__ __vexil_wide;

#define __VEXIL_BYTES(n) ((n) * sizeof(__vexil_wide))

__vexil_size wcslen(const __vexil_wide *s) {
  __vexil_size n = 0;
  while (s[n] != 0) n++;
  return n;
}

__vexil_size wcsnlen(const __vexil_wide *s, __vexil_size limit) {
  __vexil_size n = 0;
  while (n < limit && s[n] != 0) n++;
  return n;
}

__vexil_wide *wcpcpy(__vexil_wide *to, const __vexil_wide *from) {
  __vexil_size n = 0;
  while ((to[n] = from[n]) != 0) n++;
  __VEXIL_DEMAND_APART(
      to, __VEXIL_BYTES(n + 1), from, __VEXIL_BYTES(n + 1), "no overlap of a string and its copy");
  return to + n;
}

__vexil_wide *wcscpy(__vexil_wide *to, const __vexil_wide *from) {
  wcpcpy(to, from);
  return to;
}

__vexil_wide *wcpncpy(__vexil_wide *to, const __vexil_wide *from, __vexil_size n) {
  __vexil_size i = 0;
  for (; i < n && from[i] != 0; i++) to[i] = from[i];
  __VEXIL_DEMAND_APART(
      to, __VEXIL_BYTES(n), from, __VEXIL_BYTES(i), "no overlap of a string and its copy");
  for (__vexil_size rest = i; rest < n; rest++) to[rest] = 0;
  return to + i;
}

__vexil_wide *wcsncpy(__vexil_wide *to, const __vexil_wide *from, __vexil_size n) {
  wcpncpy(to, from, n);
  return to;
}

__vexil_wide *wcscat(__vexil_wide *to, const __vexil_wide *from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}

__vexil_wide *wcsncat(__vexil_wide *to, const __vexil_wide *from, __vexil_size n) {
  __vexil_wide *end = to + wcslen(to);
  __vexil_size i = 0;
  for (; i < n && from[i] != 0; i++) end[i] = from[i];
  end[i] = 0;
  __VEXIL_DEMAND_APART(
      end, __VEXIL_BYTES(i + 1), from, __VEXIL_BYTES(i), "no overlap of a string and its copy");
  return to;
}

int wcsncmp(const __vexil_wide *left, const __vexil_wide *right, __vexil_size n) {
  for (; n > 0; n--, left++, right++) {
    if (*left != *right) return *left < *right ? -1 : 1;
    if (*left == 0) return 0;
  }
  return 0;
}

int wcscmp(const __vexil_wide *left, const __vexil_wide *right) {
  for (;; left++, right++) {
    if (*left != *right) return *left < *right ? -1 : 1;
    if (*left == 0) return 0;
  }
}

int wcscoll(const __vexil_wide *left, const __vexil_wide *right) { return wcscmp(left, right); }

__vexil_wide *wcschr(const __vexil_wide *s, __vexil_wide c) {
  while (*s != 0 && *s != c) s++;
  return *s == c ? (__vexil_wide *)s : 0;
}

__vexil_wide *wcsrchr(const __vexil_wide *s, __vexil_wide c) {
  const __vexil_wide *found = 0;
  for (;; s++) {
    if (*s == c) found = s;
    if (*s == 0) return (__vexil_wide *)found;
  }
}

static _Bool __vexil_among(__vexil_wide c, const __vexil_wide *set) {
  for (; *set != 0; set++)
    if (*set == c) return 1;
  return 0;
}

__vexil_size wcsspn(const __vexil_wide *s, const __vexil_wide *accept) {
  __vexil_size n = 0;
  while (s[n] != 0 && __vexil_among(s[n], accept)) n++;
  return n;
}

__vexil_size wcscspn(const __vexil_wide *s, const __vexil_wide *reject) {
  __vexil_size n = 0;
  while (s[n] != 0 && !__vexil_among(s[n], reject)) n++;
  return n;
}

__vexil_wide *wcspbrk(const __vexil_wide *s, const __vexil_wide *accept) {
  s += wcscspn(s, accept);
  return *s != 0 ? (__vexil_wide *)s : 0;
}

__vexil_wide *wcsstr(const __vexil_wide *s, const __vexil_wide *part) {
  for (;; s++) {
    __vexil_size n = 0;
    while (part[n] != 0 && s[n] == part[n]) n++;
    if (part[n] == 0) return (__vexil_wide *)s;
    if (*s == 0) return 0;
  }
}

__vexil_wide *wcstok(__vexil_wide *s, const __vexil_wide *delimiters, __vexil_wide **rest) {
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  s += wcsspn(s, delimiters);
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  __vexil_wide *end = s + wcscspn(s, delimiters);
  if (*end != 0) {
    *end++ = 0;
    *rest = end;
  } else {
    *rest = 0;
  }
  return s;
}

__vexil_wide *wcsdup(const __vexil_wide *s) {
  __vexil_size n = wcslen(s) + 1;
  __vexil_wide *copy = malloc(__VEXIL_BYTES(n));
  if (copy == 0) return 0;
  __vexil_copy(copy, s, __VEXIL_BYTES(n));
  return copy;
}
