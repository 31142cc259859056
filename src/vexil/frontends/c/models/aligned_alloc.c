/* models: aligned_alloc memalign posix_memalign valloc */
#include "vexil.h"

void *aligned_alloc(__vexil_size alignment, __vexil_size n) {
  (void)alignment;
  return malloc(n);
}

void *memalign(__vexil_size alignment, __vexil_size n) {
  (void)alignment;
  return malloc(n);
}

int posix_memalign(void **result, __vexil_size alignment, __vexil_size n) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return __VEXIL_EINVAL;
  void *block = malloc(n);
  if (block == 0) return __VEXIL_ENOMEM;
  *result = block;
  return 0;
}

void *valloc(__vexil_size n) { return malloc(n); }
