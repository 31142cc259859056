#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int done;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  done = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  while (!done) pthread_cond_broadcast(&changed);
  pthread_join(a, 0);
  return 0;
}
