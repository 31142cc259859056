/* models: memcmp bcmp memchr memrchr rawmemchr memccpy memmem mempcpy __mempcpy bzero explicit_bzero bcopy */
/* assumption memcmp: the result is the difference of the first bytes that differ */
/* assumption bcmp: the result is the difference of the first bytes that differ */
#include "vexil.h"

int memcmp(const void *left, const void *right, __vexil_size n) {
  const unsigned char *p = left, *q = right;
  for (; n > 0; n--, p++, q++)
    if (*p != *q) return *p - *q;
  return 0;
}

int bcmp(const void *left, const void *right, __vexil_size n) { return memcmp(left, right, n); }

void *memchr(const void *block, int c, __vexil_size n) {
  const unsigned char *p = block;
  for (; n > 0; n--, p++)
    if (*p == (unsigned char)c) return (void *)p;
  return 0;
}

void *memrchr(const void *block, int c, __vexil_size n) {
  const unsigned char *p = block;
  while (n > 0)
    if (p[--n] == (unsigned char)c) return (void *)(p + n);
  return 0;
}

void *rawmemchr(const void *block, int c) {
  const unsigned char *p = block;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

void *memccpy(void *to, const void *from, int c, __vexil_size n) {
  unsigned char *p = to;
  const unsigned char *q = from;
  for (; n > 0; n--)
    if ((*p++ = *q++) == (unsigned char)c) return p;
  return 0;
}

void *memmem(const void *block, __vexil_size n, const void *part, __vexil_size length) {
  const unsigned char *p = block;
  for (; n >= length; n--, p++)
    if (memcmp(p, part, length) == 0) return (void *)p;
  return 0;
}

void *mempcpy(void *to, const void *from, __vexil_size n) {
  __vexil_copy(to, from, n);
  return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, __vexil_size n) { return mempcpy(to, from, n); }

void bzero(void *to, __vexil_size n) { __vexil_fill(to, 0, n); }

void explicit_bzero(void *to, __vexil_size n) { __vexil_fill(to, 0, n); }

void bcopy(const void *from, void *to, __vexil_size n) { __vexil_copy(to, from, n); }
