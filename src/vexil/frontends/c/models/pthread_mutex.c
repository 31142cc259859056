/* models: pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_unlock */
#include "vexil.h"

/* A mutex is the lock at its address. In memory is only its kind, which is negative once it was destroyed. */
int pthread_mutex_init(void *mutex, const int *attributes) {
  __vexil_check("memsafety", !__vexil_locked(mutex), "a locked mutex is not initialised again");
  __vexil_fill(mutex, 0, __VEXIL_MUTEX_SIZE);
  if (attributes != 0) __VEXIL_KIND(mutex) = *attributes & 3;
  return 0;
}

int pthread_mutex_destroy(void *mutex) {
  __vexil_begin_atomic();
  _Bool locked = __vexil_locked(mutex);
  if (!locked) __VEXIL_KIND(mutex) = -1;
  __vexil_end_atomic();
  __vexil_check("memsafety", !locked, "a locked mutex is not destroyed");
  return locked ? __VEXIL_EBUSY : 0;
}

int pthread_mutex_lock(void *mutex) {
  int kind = __VEXIL_KIND(mutex);
  if (kind == __VEXIL_RECURSIVE) {
    __vexil_lock_reentrant(mutex);
    return 0;
  }
  if (kind == __VEXIL_ERRORCHECK && __vexil_holds_lock(mutex)) return __VEXIL_EDEADLK;
  if (kind < 0) {
    __vexil_check("memsafety", 0, "a destroyed mutex is not locked");
    return __VEXIL_EINVAL;
  }
  __vexil_lock(mutex);
  return 0;
}

static int __vexil_try(void *mutex, int busy) {
  int kind = __VEXIL_KIND(mutex), result = 0;
  if (kind < 0) {
    __vexil_check("memsafety", 0, "a destroyed mutex is not locked");
    return __VEXIL_EINVAL;
  }
  __vexil_begin_atomic();
  if (kind == __VEXIL_RECURSIVE && __vexil_holds_lock(mutex)) __vexil_lock_reentrant(mutex);
  else if (__vexil_locked(mutex)) result = busy;
  else __vexil_lock(mutex);
  __vexil_end_atomic();
  return result;
}

int pthread_mutex_trylock(void *mutex) { return __vexil_try(mutex, __VEXIL_EBUSY); }

/* A thread that has waited for a time is one that tries later, so this tries once. */
int pthread_mutex_timedlock(void *mutex, const void *time) {
  (void)time;
  if (__VEXIL_KIND(mutex) == __VEXIL_ERRORCHECK && __vexil_holds_lock(mutex)) return __VEXIL_EDEADLK;
  return __vexil_try(mutex, __VEXIL_ETIMEDOUT);
}

int pthread_mutex_unlock(void *mutex) {
  int kind = __VEXIL_KIND(mutex);
  if (!__vexil_holds_lock(mutex)) {
    if (kind == __VEXIL_RECURSIVE || kind == __VEXIL_ERRORCHECK) return __VEXIL_EPERM;
    __vexil_check("memsafety", 0, "a mutex is unlocked by the thread that has locked it");
  }
  __vexil_unlock(mutex);
  return 0;
}
