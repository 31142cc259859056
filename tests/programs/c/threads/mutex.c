// With a mutex around the update, none gets lost.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *count(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  int seen = counter;
  counter = seen + 1;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
