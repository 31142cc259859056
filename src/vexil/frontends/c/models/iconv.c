/* models: iconv */
#include "vexil.h"

/* Any bytes are made of any number of those that are there. */
__vexil_size iconv(void *conversion, char **from, __vexil_size *left, char **to, __vexil_size *room) {
  (void)conversion;
  if (to != 0 && *to != 0) {
    while (*room > 0 && __vexil_choose_bool()) {
      **to = __VERIFIER_nondet_char();
      ++*to;
      --*room;
    }
  }
  if (from != 0 && *from != 0) {
    __vexil_size taken = (__vexil_size)__vexil_choose_long(0, (long)*left);
    *from += taken;
    *left -= taken;
  }
  if (__vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return (__vexil_size)-1;
  }
  return (__vexil_size)__vexil_choose_long(0, __PTRDIFF_MAX__);
}
