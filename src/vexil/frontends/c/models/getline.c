/* models: getline getdelim __getline __getdelim */
#include "vexil.h"


/* A line of any length, in memory of a size that has room for it. */
__vexil_difference getdelim(char **line, __vexil_size *size, int delimiter, void *stream) {
  __vexil_check("memsafety", __vexil_accessible(stream, 1), "getline reads from an open stream");
  if (line == 0 || size == 0) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return -1;
  }
  _Bool fails = __vexil_choose_bool();
  if (fails && __vexil_choose_bool()) __VEXIL_ERRNO = __vexil_choose_range(1, 133);
  if (fails && __vexil_choose_bool()) return -1;
  __vexil_difference length = fails ? 1 : __vexil_choose_long(1, __PTRDIFF_MAX__ / 2);
  if (*line == 0 || *size < (__vexil_size)length + 1) {
    __vexil_size more = (__vexil_size)length + 1;
    if (more < 120) more = 120;
    __vexil_check("memsafety", *line == 0 || __vexil_heap_base(*line), "getline is given memory of malloc, or null");
    char *block = malloc(more);
    if (block == 0) return -1;
    if (*line != 0) __vexil_release(*line);
    *line = block;
    *size = more;
  }
  if (fails) { /* there is memory all the same, which belongs to the caller, and what was in it may be gone */
    (*line)[0] = __VERIFIER_nondet_char();
    (*line)[1] = __VERIFIER_nondet_char();
    return -1;
  }
  char *text = *line;
  for (__vexil_difference i = 0; i < length; i++) {
    text[i] = __VERIFIER_nondet_char();
    if (i < length - 1 && text[i] == (char)delimiter) text[i] = (char)(delimiter + 1);
  }
  text[length] = 0;
  return length;
}

__vexil_difference getline(char **line, __vexil_size *size, void *stream) { return getdelim(line, size, '\n', stream); }

__vexil_difference __getdelim(char **line, __vexil_size *size, int delimiter, void *stream) {
  return getdelim(line, size, delimiter, stream);
}

__vexil_difference __getline(char **line, __vexil_size *size, void *stream) {
  return getdelim(line, size, '\n', stream);
}
