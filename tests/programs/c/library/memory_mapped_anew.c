// A mapping at the address of another one replaces it; so does advice to forget the contents.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

enum { ACCESS = PROT_READ | PROT_WRITE, FLAGS = MAP_PRIVATE | MAP_ANONYMOUS };

int main(void) {
  char *p = mmap(0, 4096, ACCESS, FLAGS, -1, 0);
  if (p == MAP_FAILED) return 0;
  p[0] = 1;
#if defined(FIXED)
  if (mmap(p, 4096, ACCESS, FLAGS | MAP_FIXED, -1, 0) == MAP_FAILED) return 0;
#elif defined(PART)
  if (mmap(p + LENGTH, LENGTH, ACCESS, FLAGS | MAP_FIXED, -1, 0) == MAP_FAILED) return 0;
#elif defined(FORGET)
  if (madvise(p, 4096, MADV_DONTNEED) != 0) return 0;
#elif defined(PROTECT)
  if (mprotect(p, 4096, PROT_NONE) != 0) return 0;
#endif
  assert(p[0] == EXPECTED);
  return 0;
}
