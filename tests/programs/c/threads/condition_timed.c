// A timed wait ends without a signal and has the mutex again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec limit = {1, 0};
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&never, &mutex, &limit) == ETIMEDOUT);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  pthread_mutex_unlock(&mutex);
  return 0;
}
