/* models: sem_init sem_destroy sem_wait sem_trywait sem_timedwait sem_post sem_getvalue */
/* assumption sem_wait: no signal interrupts it */
#include "vexil.h"

/* The value is first in memory; the lock and the wait set are those at the semaphore's address, and the lock is held in
   atomic sections only. That a thread which was woken goes on at once loses no behaviour: until it has lowered the
   value, it is like a thread that has not asked yet. */
int sem_init(unsigned *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > 2147483647) {
    __VEXIL_ERRNO = __VEXIL_EINVAL;
    return -1;
  }
  __vexil_fill(semaphore, 0, __VEXIL_SEMAPHORE_SIZE);
  *semaphore = value;
  return 0;
}

int sem_destroy(unsigned *semaphore) {
  (void)*semaphore;
  return 0;
}

int sem_wait(unsigned *semaphore) {
  __vexil_begin_atomic();
  __vexil_lock(semaphore);
  while (*semaphore == 0) __vexil_wait(semaphore, semaphore);
  --*semaphore;
  __vexil_unlock(semaphore);
  __vexil_end_atomic();
  return 0;
}

static int __vexil_try(unsigned *semaphore, int busy) {
  __vexil_begin_atomic();
  _Bool free = *semaphore > 0;
  if (free) --*semaphore;
  __vexil_end_atomic();
  if (free) return 0;
  __VEXIL_ERRNO = busy;
  return -1;
}

int sem_trywait(unsigned *semaphore) { return __vexil_try(semaphore, __VEXIL_EAGAIN); }

/* A thread that has waited for a time is one that tries later, so this tries once. */
int sem_timedwait(unsigned *semaphore, const void *time) {
  (void)time;
  return __vexil_try(semaphore, __VEXIL_ETIMEDOUT);
}

int sem_post(unsigned *semaphore) {
  __vexil_begin_atomic();
  _Bool full = *semaphore == 2147483647;
  if (!full) {
    ++*semaphore;
    __vexil_notify(semaphore);
  }
  __vexil_end_atomic();
  if (!full) return 0;
  __VEXIL_ERRNO = __VEXIL_EOVERFLOW;
  return -1;
}

int sem_getvalue(unsigned *semaphore, int *value) {
  *value = (int)*semaphore;
  return 0;
}
