// Trying fails exactly while the other thread has the mutex.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int owned, unlucky;

void *own(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  owned = 1;
  owned = 0;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, own, 0);
  int result = pthread_mutex_trylock(&mutex);
  if (result == 0) {
    if (owned != 0) unlucky = 1;
    pthread_mutex_unlock(&mutex);
  } else if (result != EBUSY) {
    unlucky = 1;
  }
  pthread_join(other, 0);
  assert(unlucky == 0);
  return 0;
}
