// Trying may find the mutex busy.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *own(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, own, 0);
  int result = pthread_mutex_trylock(&mutex);
  assert(result == 0);  // violated: assert
  return 0;
}
