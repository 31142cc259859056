/* models: mmap mmap64 munmap mremap mprotect madvise */
#include "vexil.h"

/* <sys/mman.h> */
enum { __VEXIL_SHARED = 1, __VEXIL_FIXED = 16, __VEXIL_ANONYMOUS = 32, __VEXIL_NEW_FIXED = 0x100000 };

static _Bool __vexil_fails(int error) {
  if (!__vexil_choose_bool()) return 0;
  __VEXIL_ERRNO = error != 0 ? error : __vexil_choose_range(1, 133);
  return 1;
}

static _Bool __vexil_is_all_of_it(void *start, __vexil_size length) {
  return __vexil_heap_base(start) && (__vexil_size)__vexil_object_size(start) == length;
}

static void __vexil_note_access(int access) {
  if ((access & 3) != 3) __vexil_drops("memory that is mapped can be read and written, whatever its protection is");
}

static void *__vexil_map(void *wanted, __vexil_size length, int access, int flags) {
  if (length == 0 || __vexil_choose_bool()) {
    __VEXIL_ERRNO = length == 0 ? __VEXIL_EINVAL : __vexil_choose_range(1, 133);
    return (void *)-1;
  }
  __vexil_note_access(access);
  if (!(flags & __VEXIL_ANONYMOUS)) __vexil_drops("what is in a file that is mapped is taken for zeros");
  if (flags & __VEXIL_SHARED) __vexil_drops("others may change memory that is shared at any time");
  if (flags & (__VEXIL_FIXED | __VEXIL_NEW_FIXED)) {
    if ((flags & __VEXIL_FIXED) && __vexil_is_all_of_it(wanted, length)) { /* the new pages replace the old ones */
      __vexil_fill(wanted, 0, length);
      return wanted;
    }
    __vexil_drops("memory that a mapping at a given address replaces stays");
    __vexil_adds("a mapping at a given address is somewhere else");
  }
  return __vexil_allocate_zeroed(length);
}

void *mmap(void *wanted, __vexil_size length, int access, int flags, int descriptor, long offset) {
  (void)descriptor, (void)offset;
  return __vexil_map(wanted, length, access, flags);
}

void *mmap64(void *wanted, __vexil_size length, int access, int flags, int descriptor, long long offset) {
  (void)descriptor, (void)offset;
  return __vexil_map(wanted, length, access, flags);
}

int munmap(void *start, __vexil_size length) {
  if (__vexil_is_all_of_it(start, length)) {
    __vexil_release(start);
    return 0;
  }
  __vexil_drops("memory that is unmapped in part stays");
  return 0;
}

/* Memory that moves, or that may move, is at another place. */
void *mremap(void *start, __vexil_size old_length, __vexil_size length, int flags, ...) {
  if (length == 0 || __vexil_fails(0)) {
    if (length == 0) __VEXIL_ERRNO = __VEXIL_EINVAL;
    return (void *)-1;
  }
  if (flags != 1 || !__vexil_is_all_of_it(start, old_length)) { /* MREMAP_MAYMOVE */
    __vexil_drops("memory that is mapped anew in place or in part stays");
    __vexil_adds("memory that is mapped anew is somewhere else");
  }
  unsigned char *moved = __vexil_allocate_zeroed(length);
  if (moved == 0) return (void *)-1;
  __vexil_copy(moved, start, old_length < length ? old_length : length);
  if (__vexil_is_all_of_it(start, old_length)) __vexil_release(start);
  return moved;
}

int mprotect(void *start, __vexil_size length, int access) {
  (void)start, (void)length;
  if (__vexil_fails(0)) return -1;
  __vexil_note_access(access);
  return 0;
}

/* MADV_DONTNEED and MADV_REMOVE take the contents away at once, MADV_FREE at some time. */
int madvise(void *start, __vexil_size length, int advice) {
  if (__vexil_fails(0)) return -1;
  if (advice == 8) __vexil_drops("memory that the machine may take away stays");
  if (advice == 4 || advice == 9 || advice == 24) {
    if (__vexil_is_all_of_it(start, length)) {
      __vexil_fill(start, 0, length);
    } else {
      __vexil_drops("memory that is given back in part keeps its contents");
      __vexil_adds("memory that is given back in part keeps its contents");
    }
  }
  return 0;
}
