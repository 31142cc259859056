/* models: wmemcpy wmempcpy wmemmove wmemset wmemcmp wmemchr */
/* assumption wmemcmp: the result is -1, 0 or 1 */
#include "vexil.h"

typedef __WCHAR_TYPE__ __vexil_wide;

#define __VEXIL_BYTES(n) ((n) * sizeof(__vexil_wide))

void *memcpy(void *to, const void *from, __vexil_size n);

__vexil_wide *wmemcpy(__vexil_wide *to, const __vexil_wide *from, __vexil_size n) {
  memcpy(to, from, __VEXIL_BYTES(n));
  return to;
}

__vexil_wide *wmempcpy(__vexil_wide *to, const __vexil_wide *from, __vexil_size n) {
  memcpy(to, from, __VEXIL_BYTES(n));
  return to + n;
}

__vexil_wide *wmemmove(__vexil_wide *to, const __vexil_wide *from, __vexil_size n) {
  __vexil_copy(to, from, __VEXIL_BYTES(n));
  return to;
}

__vexil_wide *wmemset(__vexil_wide *to, __vexil_wide c, __vexil_size n) {
  for (__vexil_size i = 0; i < n; i++) to[i] = c;
  return to;
}

int wmemcmp(const __vexil_wide *left, const __vexil_wide *right, __vexil_size n) {
  __vexil_check("memsafety", n == 0 || (__vexil_accessible(left, __VEXIL_BYTES(n)) && __vexil_accessible(right, __VEXIL_BYTES(n))),
                "there are as many characters as are compared");
  for (; n > 0; n--, left++, right++)
    if (*left != *right) return *left < *right ? -1 : 1;
  return 0;
}

__vexil_wide *wmemchr(const __vexil_wide *block, __vexil_wide c, __vexil_size n) {
  for (; n > 0; n--, block++)
    if (*block == c) return (__vexil_wide *)block;
  return 0;
}
