/* models: pthread_cancel pthread_testcancel pthread_setcancelstate pthread_setcanceltype */
/* caveat pthread_cancel drops: a thread that is cancelled ends in pthread_testcancel only, not while it waits, sleeps or reads */
#include "vexil.h"

unsigned long pthread_self(void);
_Noreturn void pthread_exit(void *result);

static _Bool __vexil_cancelled[64];
static __thread int __vexil_cancel_state;
static __thread int __vexil_cancel_type;

int pthread_cancel(unsigned long thread) {
  if (thread < 1 || thread > 64) return __VEXIL_ESRCH;
  __vexil_cancelled[(int)(thread - 1)] = 1;
  return 0;
}

void pthread_testcancel(void) {
  int number = (int)(pthread_self() - 1);
  if (__vexil_cancel_state != 0 || !__vexil_cancelled[number]) return;
  __vexil_adds("a thread that is started after a cancelled one has ended may end like that");
  __vexil_cancelled[number] = 0;
  pthread_exit((void *)-1);
}

int pthread_setcancelstate(int state, int *before) {
  if (state != 0 && state != 1) return __VEXIL_EINVAL;
  if (before != 0) *before = __vexil_cancel_state;
  __vexil_cancel_state = state;
  return 0;
}

int pthread_setcanceltype(int type, int *before) {
  if (type != 0 && type != 1) return __VEXIL_EINVAL;
  if (before != 0) *before = __vexil_cancel_type;
  __vexil_cancel_type = type;
  return 0;
}
