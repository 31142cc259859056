/* models: qsort */
/* assumption qsort: equal elements keep their order, and elements are compared in the order of insertion sort */
#include "vexil.h"

void qsort(void *base, __vexil_size count, __vexil_size size, int (*compare)(const void *, const void *)) {
  if (count < 2 || size == 0) return;
  char *elements = base;
  char *spare = __builtin_alloca(size);
  for (__vexil_size i = 1; i < count; i++)
    for (char *right = elements + i * size; right != elements && compare(right - size, right) > 0; right -= size) {
      __vexil_copy(spare, right, size);
      __vexil_copy(right, right - size, size);
      __vexil_copy(right - size, spare, size);
    }
}
