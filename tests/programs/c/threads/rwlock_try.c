// A writer keeps out readers and writers; a reader keeps out writers only.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock;

void *try(void *argument) {
  int *expected = argument;
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  int result = pthread_rwlock_tryrdlock(&lock);
  assert(result == *expected);
  if (result == 0) pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t other;
  int busy = EBUSY, open = 0;
  pthread_rwlock_init(&lock, 0);
  pthread_rwlock_wrlock(&lock);
  pthread_create(&other, 0, try, &busy);
  pthread_join(other, 0);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_create(&other, 0, try, &open);
  pthread_join(other, 0);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
