#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *adder(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  total += 3;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, adder, 0);
  int seen = total;
  pthread_join(thread, 0);
  return seen;
}
