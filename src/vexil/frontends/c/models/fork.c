/* models: fork vfork pthread_atfork */
/* assumption fork: parent and child go on apart, and each is followed */
#include "vexil.h"

#define __VEXIL_FORK_HANDLERS 8

static struct {
  void (*before)(void), (*in_parent)(void), (*in_child)(void);
} __vexil_fork_handlers[__VEXIL_FORK_HANDLERS];
static int __vexil_fork_handler_count;

int pthread_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void)) {
  int result = __VEXIL_ENOMEM;
  __vexil_begin_atomic();
  if (__vexil_fork_handler_count < __VEXIL_FORK_HANDLERS) {
    __vexil_fork_handlers[__vexil_fork_handler_count].before = before;
    __vexil_fork_handlers[__vexil_fork_handler_count].in_parent = in_parent;
    __vexil_fork_handlers[__vexil_fork_handler_count++].in_child = in_child;
    result = 0;
  }
  __vexil_end_atomic();
  return result;
}

int vfork(void) {
  int child = __vexil_choose_range(-1, 2147483647);
  if (child == -1) __VEXIL_ERRNO = __vexil_choose_bool() ? __VEXIL_EAGAIN : __VEXIL_ENOMEM;
  return child;
}

/* What was registered last runs first before the call, and last behind it. */
int fork(void) {
  for (int i = __vexil_fork_handler_count - 1; i >= 0; i--)
    if (__vexil_fork_handlers[i].before != 0) __vexil_fork_handlers[i].before();
  int child = vfork();
  for (int i = 0; i < __vexil_fork_handler_count; i++) {
    void (*after)(void) = child == 0 ? __vexil_fork_handlers[i].in_child : __vexil_fork_handlers[i].in_parent;
    if (after != 0) after();
  }
  return child;
}
