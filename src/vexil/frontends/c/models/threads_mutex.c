/* models: mtx_init mtx_destroy mtx_lock mtx_trylock mtx_timedlock mtx_unlock cnd_init cnd_destroy cnd_wait cnd_timedwait cnd_signal cnd_broadcast */
/* assumption cnd_signal: it wakes at most one thread */
#include "vexil.h"

int pthread_mutex_init(void *mutex, const int *attributes);
int pthread_mutex_destroy(void *mutex);
int pthread_mutex_lock(void *mutex);
int pthread_mutex_trylock(void *mutex);
int pthread_mutex_timedlock(void *mutex, const void *time);
int pthread_mutex_unlock(void *mutex);
int pthread_cond_init(void *condition, const void *attributes);
int pthread_cond_wait(void *condition, void *mutex);
int pthread_cond_timedwait(void *condition, void *mutex, const long *time);
int pthread_cond_signal(void *condition);
int pthread_cond_broadcast(void *condition);

static int __vexil_outcome(int error) {
  if (error == 0) return 0;
  if (error == __VEXIL_EBUSY) return 1;
  return error == __VEXIL_ETIMEDOUT ? 4 : 2;
}

int mtx_init(void *mutex, int type) {
  if (type < 0 || type > 3) return 2;
  int kind = type & 1;
  return __vexil_outcome(pthread_mutex_init(mutex, &kind));
}

void mtx_destroy(void *mutex) { pthread_mutex_destroy(mutex); }
int mtx_lock(void *mutex) { return __vexil_outcome(pthread_mutex_lock(mutex)); }
int mtx_trylock(void *mutex) { return __vexil_outcome(pthread_mutex_trylock(mutex)); }
int mtx_timedlock(void *mutex, const void *time) { return __vexil_outcome(pthread_mutex_timedlock(mutex, time)); }
int mtx_unlock(void *mutex) { return __vexil_outcome(pthread_mutex_unlock(mutex)); }
int cnd_init(void *condition) { return __vexil_outcome(pthread_cond_init(condition, 0)); }
void cnd_destroy(void *condition) { (void)condition; }
int cnd_wait(void *condition, void *mutex) { return __vexil_outcome(pthread_cond_wait(condition, mutex)); }
int cnd_timedwait(void *condition, void *mutex, const long *time) {
  return __vexil_outcome(pthread_cond_timedwait(condition, mutex, time));
}
int cnd_signal(void *condition) { return __vexil_outcome(pthread_cond_signal(condition)); }
int cnd_broadcast(void *condition) { return __vexil_outcome(pthread_cond_broadcast(condition)); }
