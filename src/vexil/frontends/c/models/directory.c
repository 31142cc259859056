/* models: opendir fdopendir readdir readdir64 closedir */
#include "kept_text.h"

__vexil_size strlen(const char *s);

/* A directory that is open is a heap object, and so is the entry that was read last. */
struct __vexil_directory { char *entry; };

/* <dirent.h>: where the name is, which has up to 255 characters, and where its length is. */
#define __VEXIL_NAME (2 * (int)sizeof(long) + 3)
#define __VEXIL_WIDE_NAME 19

static struct __vexil_directory *__vexil_open_directory(void) {
  if (__vexil_choose_bool()) return __vexil_allocate_zeroed(sizeof(struct __vexil_directory));
  __VEXIL_ERRNO = __vexil_choose_range(1, 133);
  return 0;
}

struct __vexil_directory *opendir(const char *name) {
  strlen(name);
  return __vexil_open_directory();
}

struct __vexil_directory *fdopendir(int descriptor) {
  (void)descriptor;
  return __vexil_open_directory();
}

static void *__vexil_next_entry(struct __vexil_directory *directory, int name) {
  if (directory->entry != 0) {
    __vexil_adds("entries of a directory have any names, also one twice, and are gone when the next one is read");
    __vexil_release(directory->entry);
    directory->entry = 0;
  }
  if (__vexil_choose_bool()) return 0;
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return 0;
  }
  char *entry = __vexil_allocate((unsigned long)(name + 256 + 7) / 8 * 8);
  if (entry == 0) return 0;
  *(long *)entry = __VERIFIER_nondet_long();
  *(unsigned short *)(entry + name - 3) = (unsigned short)__vexil_choose_range(24, 280);
  entry[name - 1] = (char)__vexil_choose_range(0, 14);
  entry[name] = (char)__vexil_choose_range(1, 127);
  entry[name + 255] = 0;
  directory->entry = entry;
  return entry;
}

void *readdir(struct __vexil_directory *directory) { return __vexil_next_entry(directory, __VEXIL_NAME); }
void *readdir64(struct __vexil_directory *directory) { return __vexil_next_entry(directory, __VEXIL_WIDE_NAME); }

int closedir(struct __vexil_directory *directory) {
  __vexil_check("memsafety", __vexil_heap_base(directory), "closedir takes a directory that is open");
  if (directory->entry != 0) __vexil_release(directory->entry);
  __vexil_release(directory);
  return __vexil_choose_bool() ? 0 : -1;
}
