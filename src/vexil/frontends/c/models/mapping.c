/* models: mmap mmap64 munmap */
#include "vexil.h"

/* <sys/mman.h> */
enum { __VEXIL_SHARED = 1, __VEXIL_ANONYMOUS = 32 };

static void *__vexil_map(__vexil_size length, int flags) {
  if (length == 0 || __vexil_choose_bool()) {
    __VEXIL_ERRNO = length == 0 ? __VEXIL_EINVAL : __vexil_choose_range(1, 133);
    return (void *)-1;
  }
  if (!(flags & __VEXIL_ANONYMOUS)) __vexil_drops("what is in a file that is mapped is taken for zeros");
  if (flags & __VEXIL_SHARED) __vexil_drops("others may change memory that is shared at any time");
  return __vexil_allocate_zeroed(length);
}

void *mmap(void *wanted, __vexil_size length, int access, int flags, int descriptor, long offset) {
  (void)wanted, (void)access, (void)descriptor, (void)offset;
  return __vexil_map(length, flags);
}

void *mmap64(void *wanted, __vexil_size length, int access, int flags, int descriptor, long long offset) {
  (void)wanted, (void)access, (void)descriptor, (void)offset;
  return __vexil_map(length, flags);
}

int munmap(void *start, __vexil_size length) {
  if (__vexil_heap_base(start) && (__vexil_size)__vexil_object_size(start) == length) {
    __vexil_release(start);
    return 0;
  }
  __vexil_drops("memory that is unmapped in part stays");
  return 0;
}
