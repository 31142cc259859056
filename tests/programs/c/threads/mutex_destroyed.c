// A mutex must not be locked after it was destroyed.
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
  pthread_mutex_destroy(&mutex);
  pthread_join(other, 0);
  return 0;
}
