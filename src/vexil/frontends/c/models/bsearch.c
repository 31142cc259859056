/* models: bsearch */
/* assumption bsearch: of several equal elements binary search finds one */
#include "vexil.h"

void *bsearch(const void *key, const void *base, __vexil_size count, __vexil_size size,
              int (*compare)(const void *, const void *)) {
  const char *low = base;
  while (count > 0) {
    const char *middle = low + count / 2 * size;
    int order = compare(key, middle);
    if (order == 0) return (void *)middle;
    if (order > 0) {
      low = middle + size;
      count = count - count / 2 - 1;
    } else {
      count = count / 2;
    }
  }
  return 0;
}
