/* models: pthread_barrier_init pthread_barrier_wait pthread_barrier_destroy pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared */
/* assumption pthread_barrier_wait: the thread that arrives last is the serial thread */
#include "vexil.h"

struct __vexil_barrier { unsigned count, arrived; };

int pthread_barrier_init(struct __vexil_barrier *barrier, const void *attributes, unsigned count) {
  (void)attributes;
  if (count == 0) return __VEXIL_EINVAL;
  __vexil_fill(barrier, 0, __VEXIL_BARRIER_SIZE);
  barrier->count = count;
  return 0;
}

/* The lock and the wait set are those at the barrier's address. The lock is held in atomic sections only; a thread
   that was woken has nothing to do but to leave, so it does not matter that it goes on at once. */
int pthread_barrier_wait(struct __vexil_barrier *barrier) {
  __vexil_begin_atomic();
  unsigned count = barrier->count, arrived = barrier->arrived + 1;
  if (count == 0) {
    __vexil_end_atomic();
    __vexil_check("memsafety", 0, "the barrier is initialised");
    return __VEXIL_EINVAL;
  }
  if (arrived == count) {
    barrier->arrived = 0;
    __vexil_notify_all(barrier);
    __vexil_end_atomic();
    return -1;
  }
  barrier->arrived = arrived;
  __vexil_lock(barrier);
  __vexil_wait(barrier, barrier);
  __vexil_unlock(barrier);
  __vexil_end_atomic();
  return 0;
}

int pthread_barrier_destroy(struct __vexil_barrier *barrier) {
  __vexil_begin_atomic();
  _Bool busy = barrier->arrived != 0;
  barrier->count = 0;
  __vexil_end_atomic();
  __vexil_check("memsafety", !busy, "no thread waits at a barrier that is destroyed");
  return busy ? __VEXIL_EBUSY : 0;
}

int pthread_barrierattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_barrierattr_destroy(int *attributes) {
  (void)attributes;
  return 0;
}

int pthread_barrierattr_setpshared(int *attributes, int shared) {
  (void)attributes;
  return shared == 0 || shared == 1 ? 0 : __VEXIL_EINVAL;
}
