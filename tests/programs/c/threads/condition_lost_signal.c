// A signal that comes before the wait is lost when nothing records it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

void *announce(void *argument) {
  (void)argument;
  pthread_cond_signal(&ready);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, announce, 0);
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&ready, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
  return 0;
}
