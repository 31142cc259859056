// Two threads lock two mutexes in the same order.
#include <pthread.h>

pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

void *forwards(void *argument) {
  (void)argument;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, forwards, 0);
  forwards(0);
  pthread_join(other, 0);
  return 0;
}
