/* models: pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_timedrdlock pthread_rwlock_wrlock pthread_rwlock_trywrlock pthread_rwlock_timedwrlock pthread_rwlock_unlock pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setpshared */
/* assumption pthread_rwlock_rdlock: readers need not wait for writers that wait */
#include "vexil.h"

/* A writer holds the lock at the first address of the object. The number of readers, in its memory, is protected by the
   lock at the next one, where those who wait for a change also wait. That a thread which was woken goes on at once
   loses no behaviour: until it has the lock, it is like a thread that has not asked yet. */
struct __vexil_rwlock { int writer, readers; };

int pthread_rwlock_init(struct __vexil_rwlock *lock, const void *attributes) {
  (void)attributes;
  __vexil_check("memsafety", !__vexil_locked(lock), "a locked read-write lock is not initialised again");
  __vexil_fill(lock, 0, __VEXIL_RWLOCK_SIZE);
  return 0;
}

int pthread_rwlock_destroy(struct __vexil_rwlock *lock) {
  __vexil_begin_atomic();
  _Bool busy = __vexil_locked(lock) || lock->readers > 0;
  if (!busy) lock->readers = -1;
  __vexil_end_atomic();
  __vexil_check("memsafety", !busy, "a locked read-write lock is not destroyed");
  return busy ? __VEXIL_EBUSY : 0;
}

static void __vexil_usable(struct __vexil_rwlock *lock) {
  __vexil_check("memsafety", lock->readers >= 0, "a destroyed read-write lock is not locked");
}

int pthread_rwlock_rdlock(struct __vexil_rwlock *lock) {
  if (__vexil_holds_lock(lock)) return __VEXIL_EDEADLK;
  __vexil_begin_atomic();
  __vexil_usable(lock);
  __vexil_lock(&lock->readers);
  while (__vexil_locked(lock)) __vexil_wait(&lock->readers, &lock->readers);
  lock->readers++;
  __vexil_unlock(&lock->readers);
  __vexil_end_atomic();
  return 0;
}

int pthread_rwlock_wrlock(struct __vexil_rwlock *lock) {
  if (__vexil_holds_lock(lock)) return __VEXIL_EDEADLK;
  __vexil_begin_atomic();
  __vexil_usable(lock);
  __vexil_lock(&lock->readers);
  while (__vexil_locked(lock) || lock->readers > 0) __vexil_wait(&lock->readers, &lock->readers);
  __vexil_lock(lock);
  __vexil_unlock(&lock->readers);
  __vexil_end_atomic();
  return 0;
}

int pthread_rwlock_tryrdlock(struct __vexil_rwlock *lock) {
  __vexil_begin_atomic();
  __vexil_usable(lock);
  _Bool busy = __vexil_locked(lock);
  if (!busy) lock->readers++;
  __vexil_end_atomic();
  return busy ? __VEXIL_EBUSY : 0;
}

int pthread_rwlock_trywrlock(struct __vexil_rwlock *lock) {
  __vexil_begin_atomic();
  __vexil_usable(lock);
  _Bool busy = __vexil_locked(lock) || lock->readers > 0;
  if (!busy) __vexil_lock(lock);
  __vexil_end_atomic();
  return busy ? __VEXIL_EBUSY : 0;
}

/* A thread that has waited for a time is one that tries later, so these try once. */
int pthread_rwlock_timedrdlock(struct __vexil_rwlock *lock, const void *time) {
  (void)time;
  if (__vexil_holds_lock(lock)) return __VEXIL_EDEADLK;
  return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : __VEXIL_ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(struct __vexil_rwlock *lock, const void *time) {
  (void)time;
  if (__vexil_holds_lock(lock)) return __VEXIL_EDEADLK;
  return pthread_rwlock_trywrlock(lock) == 0 ? 0 : __VEXIL_ETIMEDOUT;
}

int pthread_rwlock_unlock(struct __vexil_rwlock *lock) {
  _Bool held = 1;
  __vexil_begin_atomic();
  if (__vexil_holds_lock(lock)) __vexil_unlock(lock);
  else if (lock->readers > 0) lock->readers--;
  else held = 0;
  __vexil_notify_all(&lock->readers);
  __vexil_end_atomic();
  __vexil_check("memsafety", held, "a read-write lock is unlocked by a thread that has locked it");
  return held ? 0 : __VEXIL_EPERM;
}

int pthread_rwlockattr_init(long long *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_rwlockattr_destroy(void *attributes) {
  (void)attributes;
  return 0;
}

int pthread_rwlockattr_setpshared(void *attributes, int shared) {
  (void)attributes;
  return shared == 0 || shared == 1 ? 0 : __VEXIL_EINVAL;
}
