/* Text and lists that the library keeps for the results of a function, where a later call writes them again. */
#ifndef VEXIL_KEPT_TEXT_H
#define VEXIL_KEPT_TEXT_H
#include "vexil.h"

/* Any bytes, which are not followed. */
static inline void __vexil_scramble(void *to, __vexil_size n) {
  void *any = __vexil_allocate(n);
  __vexil_restrict(any != 0);
  __vexil_copy(to, any, n);
  __vexil_release(any);
}

struct __vexil_kept {
  char *text;
  long size;
};

/* Text of any length in a place that nobody may release; a later call may write it again or put it somewhere else. */
static inline char *__vexil_keep_text(struct __vexil_kept *kept) {
  __vexil_begin_atomic();
  if (kept->text != 0) {
    __vexil_adds("text that a library function returned is gone when it is called again");
    __vexil_release(kept->text);
  }
  kept->size = __vexil_choose_long(2, __PTRDIFF_MAX__ / 2);
  kept->text = __vexil_allocate((unsigned long)kept->size);
  __vexil_restrict(kept->text != 0);
  kept->text[kept->size - 1] = 0;
  __vexil_end_atomic();
  return kept->text + 1;
}

/* Another text in the same place. */
static inline char *__vexil_more_text(const struct __vexil_kept *kept) {
  return kept->text + __vexil_choose_long(1, kept->size - 1);
}

/* A list of any length whose elements are texts, with null behind the last one; the one of the call before is gone. */
static inline char **__vexil_keep_list(char ***kept, char *element, long least) {
  __vexil_begin_atomic();
  if (*kept != 0) __vexil_release(*kept);
  long n = __vexil_choose_long(least, 1 << 20);
  *kept = __vexil_allocate((unsigned long)(n + 1) * sizeof(char *));
  __vexil_restrict(*kept != 0);
  for (long i = 0; i < n; i++) (*kept)[i] = element;
  (*kept)[n] = 0;
  __vexil_end_atomic();
  return *kept;
}

#endif
