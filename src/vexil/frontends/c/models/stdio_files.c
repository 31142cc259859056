/* models: fopen fopen64 freopen freopen64 fdopen tmpfile popen fclose pclose */
/* assumption fclose: a standard stream that was closed is not used again, but perhaps closed again */
/* assumption fopen: a file that cannot be opened is missing or forbidden (ENOENT, EACCES) */
#include "vexil.h"

/* A stream is a heap object that nobody looks into, so that one that is never closed is a leak. */
static void *__vexil_open(void) {
  if (__vexil_choose_bool()) return __vexil_allocate_zeroed(1);
  __VEXIL_ERRNO = __vexil_choose_bool() ? 2 : 13;
  return 0;
}

void *fopen(const char *name, const char *mode) {
  (void)*name;
  (void)*mode;
  return __vexil_open();
}

void *fopen64(const char *name, const char *mode) { return fopen(name, mode); }

__vexil_size strlen(const char *s);

/* The stream is the same one; when the file cannot be opened it is closed, which nobody can tell. */
void *freopen(const char *name, const char *mode, void *stream) {
  if (name != 0) strlen(name);
  strlen(mode);
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "freopen takes an open stream");
  if (__vexil_choose_bool()) return stream;
  __VEXIL_ERRNO = __vexil_choose_range(1, 133);
  return 0;
}

void *freopen64(const char *name, const char *mode, void *stream) { return freopen(name, mode, stream); }

void *popen(const char *command, const char *mode) { return fopen(command, mode); }

void *fdopen(int descriptor, const char *mode) {
  (void)descriptor;
  (void)*mode;
  return __vexil_open();
}

void *tmpfile(void) { return __vexil_open(); }

/* A standard stream that was closed has a mark. */
int fclose(void *stream) {
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "fclose takes an open stream");
  if (__vexil_heap_base(stream)) {
    __vexil_release(stream);
  } else {
    char *mark = stream;
    __vexil_check("memsafety", *mark == 0, "fclose takes an open stream");
    *mark = 1;
  }
  return __vexil_choose_bool() ? 0 : -1;
}

int pclose(void *stream) {
  fclose(stream);
  return __VERIFIER_nondet_int();
}
