// A normal mutex must not be unlocked by a thread that has not locked it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *meddle(void *argument) {
  (void)argument;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_mutex_lock(&mutex);
  pthread_create(&other, 0, meddle, 0);
  pthread_join(other, 0);
  return 0;
}
