#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  while (pthread_mutex_trylock(&lock)) {}
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  return 0;
}
