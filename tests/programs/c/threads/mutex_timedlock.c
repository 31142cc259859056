// Waiting for a mutex with a time limit ends, although the mutex is never free.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *wait(void *argument) {
  struct timespec limit = {1, 0};
  (void)argument;
  assert(pthread_mutex_timedlock(&mutex, &limit) == ETIMEDOUT);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_mutex_lock(&mutex);
  pthread_create(&other, 0, wait, 0);
  pthread_join(other, 0);
  return 0;
}
