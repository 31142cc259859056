// A wake-up without a reason may happen, and need not: a signal that comes too early is still lost.
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *producer(void *unused) {
  pthread_cond_signal(&changed);
  return 0;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, producer, 0);
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
