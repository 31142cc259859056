/* Threads are made for ever; each keeps two counters in step under a lock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned first, second;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  first++;
  second++;
  assert(first == second);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, work, 0);
}
