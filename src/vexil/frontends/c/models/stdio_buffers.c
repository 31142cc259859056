/* models: setvbuf setbuf setbuffer fmemopen open_memstream */
#include "vexil.h"

static void __vexil_lend(const void *buffer) {
  if (buffer != 0) __vexil_drops("the memory of a stream changes whenever the stream is used, which is not followed");
}

int setvbuf(void *stream, char *buffer, int mode, __vexil_size size) {
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "the stream is open");
  __vexil_check("memsafety", buffer == 0 || size == 0 || __vexil_accessible(buffer, size), "the buffer is there");
  if (mode != 2) __vexil_lend(buffer);
  return __vexil_choose_bool() ? -1 : 0;
}

void setbuf(void *stream, char *buffer) {
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "the stream is open");
  __vexil_check("memsafety", buffer == 0 || __vexil_accessible(buffer, 8192), "the buffer has room for BUFSIZ bytes");
  __vexil_lend(buffer);
}

void setbuffer(void *stream, char *buffer, __vexil_size size) {
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "the stream is open");
  __vexil_check("memsafety", buffer == 0 || size == 0 || __vexil_accessible(buffer, size), "the buffer is there");
  __vexil_lend(buffer);
}

void *fmemopen(void *buffer, __vexil_size size, const char *mode) {
  (void)mode;
  __vexil_check("memsafety", buffer == 0 || size == 0 || __vexil_accessible(buffer, size), "the buffer is there");
  __vexil_lend(buffer);
  return __vexil_choose_bool() ? 0 : __vexil_allocate_zeroed(1);
}

void *open_memstream(char **place, __vexil_size *length) {
  __vexil_lend(place);
  *place = 0;
  *length = 0;
  return __vexil_choose_bool() ? 0 : __vexil_allocate_zeroed(1);
}
