// A value is handed over through a condition variable.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full, value;

void *produce(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  value = 42;
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, produce, 0);
  pthread_mutex_lock(&mutex);
  while (!full) pthread_cond_wait(&filled, &mutex);
  assert(value == 42);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
  return 0;
}
