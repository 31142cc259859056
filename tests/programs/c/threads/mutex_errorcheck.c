// An error-checking mutex refuses a second lock of its owner and an unlock of others.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;

void *meddle(void *argument) {
  (void)argument;
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_mutex_lock(&mutex);
  pthread_create(&other, 0, meddle, 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_join(other, 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
