/* models: realloc reallocarray */
/* assumption realloc: the object always moves */
/* assumption reallocarray: the object always moves */
#include "vexil.h"

void *realloc(void *old, __vexil_size n) {
  if (old == 0) return malloc(n);
  __vexil_check("memsafety", __vexil_heap_base(old), "realloc takes the start of a live heap object");
  if (n == 0) {
    __vexil_release(old);
    return 0;
  }
  void *moved = malloc(n);
  if (moved == 0) return 0;
  __vexil_size kept = (__vexil_size)__vexil_object_size(old);
  __vexil_copy(moved, old, kept < n ? kept : n);
  __vexil_release(old);
  return moved;
}

void *reallocarray(void *old, __vexil_size count, __vexil_size size) {
  if (size != 0 && count > (__vexil_size)-1 / size) {
    __VEXIL_ERRNO = __VEXIL_ENOMEM;
    return 0;
  }
  return realloc(old, count * size);
}
