/* models: memcmp bcmp memchr memrchr rawmemchr memccpy memmem mempcpy __mempcpy bzero explicit_bzero bcopy */
/* assumption memcmp: the result is the difference of the first bytes that differ */
/* assumption bcmp: the result is the difference of the first bytes that differ */
#include "vexil.h"

void *memcpy(void *to, const void *from, __vexil_size n);

int memcmp(const void *left, const void *right, __vexil_size n) {
  const unsigned char *p = left, *q = right;
  __vexil_check("memsafety", n == 0 || (__vexil_accessible(left, n) && __vexil_accessible(right, n)),
                "there are as many bytes as are compared");
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
  __vexil_check("memsafety", n == 0 || __vexil_accessible(block, n), "there are as many bytes as are searched");
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
  unsigned char *found = 0;
  __vexil_size i = 0;
  while (i < n && found == 0) {
    p[i] = q[i];
    if (q[i++] == (unsigned char)c) found = p + i;
  }
  __VEXIL_DEMAND_APART(to, i, from, i, "no overlap of bytes and their copy");
  return found;
}

void *memmem(const void *block, __vexil_size n, const void *part, __vexil_size length) {
  const unsigned char *p = block;
  __vexil_check("memsafety", n == 0 || __vexil_accessible(block, n), "there are as many bytes as are searched");
  for (; n >= length; n--, p++)
    if (memcmp(p, part, length) == 0) return (void *)p;
  return 0;
}

void *mempcpy(void *to, const void *from, __vexil_size n) {
  memcpy(to, from, n);
  return (char *)to + n;
}

void *__mempcpy(void *to, const void *from, __vexil_size n) { return mempcpy(to, from, n); }

void bzero(void *to, __vexil_size n) { __vexil_fill(to, 0, n); }

void explicit_bzero(void *to, __vexil_size n) { __vexil_fill(to, 0, n); }

void bcopy(const void *from, void *to, __vexil_size n) { __vexil_copy(to, from, n); }
