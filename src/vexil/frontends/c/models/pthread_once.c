/* models: pthread_once */
#include "vexil.h"

/* The control is 0 before, 1 during and 2 after the call. */
int pthread_once(int *control, void (*routine)(void)) {
  __vexil_begin_atomic();
  __vexil_lock(control);
  while (*control == 1) __vexil_wait(control, control);
  _Bool first = *control == 0;
  if (first) *control = 1;
  __vexil_unlock(control);
  __vexil_end_atomic();
  if (first) {
    routine();
    __vexil_begin_atomic();
    *control = 2;
    __vexil_notify_all(control);
    __vexil_end_atomic();
  }
  return 0;
}
