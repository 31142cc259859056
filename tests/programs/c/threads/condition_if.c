// A consumer tests with if, not while: what woke it up is gone when it has the mutex again.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int stock;

void *consume(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  if (stock == 0) pthread_cond_wait(&filled, &mutex);
  assert(stock > 0);  // violated: assert
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, consume, 0);
  pthread_mutex_lock(&mutex);
  stock = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  stock = 0;
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
  return 0;
}
