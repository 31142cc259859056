#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, producer, 0);
  pthread_mutex_lock(&lock);
  struct timespec limit = {1, 0};
  int result = 0;
  while (!ready && result == 0) result = pthread_cond_timedwait(&changed, &lock, &limit);
  assert(ready || result != 0);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
