#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, asked, waits;
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
  int leave = ready;
  while (!leave) {
    waits++;
    pthread_cond_wait(&changed, &lock);
    leave = ready;
  }
  assert(ready);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return asked + waits;
}
