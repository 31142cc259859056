/* models: readv preadv */
#include "vexil.h"

/* <sys/uio.h> */
struct __vexil_part {
  unsigned char *base;
  __vexil_size length;
};

/* Any bytes come, up to any number, and go to the parts in order. */
__vexil_difference readv(int descriptor, const struct __vexil_part *parts, int count) {
  __vexil_difference total = 0;
  (void)descriptor;
  if (count < 0 || __vexil_choose_bool()) {
    __VEXIL_ERRNO = __vexil_choose_range(1, 133);
    return -1;
  }
  for (int i = 0; i < count; i++)
    for (__vexil_size n = 0; n < parts[i].length; n++) {
      if (__vexil_choose_bool()) return total;
      parts[i].base[n] = __VERIFIER_nondet_uchar();
      total++;
    }
  return total;
}

__vexil_difference preadv(int descriptor, const struct __vexil_part *parts, int count, long offset) {
  (void)offset;
  return readv(descriptor, parts, count);
}
