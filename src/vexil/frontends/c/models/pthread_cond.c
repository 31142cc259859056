/* models: pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait pthread_cond_signal pthread_cond_broadcast pthread_condattr_init pthread_condattr_destroy pthread_condattr_setclock pthread_condattr_setpshared */
/* assumption pthread_cond_signal: it wakes at most one thread */
#include "vexil.h"

/* A condition variable is the wait set at its address; its memory is not used. */
int pthread_cond_init(void *condition, const void *attributes) {
  (void)attributes;
  __vexil_fill(condition, 0, __VEXIL_CONDITION_SIZE);
  return 0;
}

static void __vexil_live(const void *condition) {
  __vexil_check("memsafety", __vexil_accessible(condition, __VEXIL_CONDITION_SIZE),
      "the condition variable is a live object");
}

static void __vexil_held(const void *mutex) {
  __vexil_check("memsafety", __vexil_holds_lock(mutex), "a thread waits with the mutex locked");
}

int pthread_cond_destroy(void *condition) {
  __vexil_live(condition);
  return 0;
}

int pthread_cond_wait(void *condition, void *mutex) {
  __vexil_live(condition);
  if (__VEXIL_KIND(mutex) == __VEXIL_ERRORCHECK && !__vexil_holds_lock(mutex)) return __VEXIL_EPERM;
  __vexil_held(mutex);
  __vexil_wait(mutex, condition);
  return 0;
}

int pthread_cond_timedwait(void *condition, void *mutex, const long *time) {
  (void)*time;
  __vexil_live(condition);
  if (__VEXIL_KIND(mutex) == __VEXIL_ERRORCHECK && !__vexil_holds_lock(mutex)) return __VEXIL_EPERM;
  __vexil_held(mutex);
  return __vexil_wait_timed(mutex, condition) == 1 ? __VEXIL_ETIMEDOUT : 0;
}

int pthread_cond_signal(void *condition) {
  __vexil_live(condition);
  __vexil_notify(condition);
  return 0;
}

int pthread_cond_broadcast(void *condition) {
  __vexil_live(condition);
  __vexil_notify_all(condition);
  return 0;
}

int pthread_condattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_condattr_destroy(int *attributes) {
  (void)attributes;
  return 0;
}

int pthread_condattr_setclock(int *attributes, int clock) {
  (void)attributes;
  return clock == 0 || clock == 1 ? 0 : __VEXIL_EINVAL;
}

int pthread_condattr_setpshared(int *attributes, int shared) {
  (void)attributes;
  return shared == 0 || shared == 1 ? 0 : __VEXIL_EINVAL;
}
