/* models: pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock */
#include "vexil.h"

/* A spin lock is the lock at its address; its memory says that it was initialised. */
int pthread_spin_init(volatile int *lock, int shared) {
  (void)shared;
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(volatile int *lock) {
  __vexil_check("memsafety", !__vexil_locked((const void *)lock), "a locked spin lock is not destroyed");
  return 0;
}

int pthread_spin_lock(volatile int *lock) {
  (void)*lock;
  __vexil_lock((const void *)lock);
  return 0;
}

int pthread_spin_trylock(volatile int *lock) {
  (void)*lock;
  __vexil_begin_atomic();
  _Bool busy = __vexil_locked((const void *)lock);
  if (!busy) __vexil_lock((const void *)lock);
  __vexil_end_atomic();
  return busy ? __VEXIL_EBUSY : 0;
}

int pthread_spin_unlock(volatile int *lock) {
  __vexil_check("memsafety", __vexil_holds_lock((const void *)lock),
      "a spin lock is unlocked by the thread that has locked it");
  __vexil_unlock((const void *)lock);
  return 0;
}
