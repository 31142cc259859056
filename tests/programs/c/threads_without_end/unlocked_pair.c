/* Threads are made for ever; each changes two counters, and one of them forgets the lock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned first, second;

static void *work(void *unused) {
  first++;
  pthread_mutex_lock(&lock);
  second++;
  assert(first == second);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  while (1) pthread_create(&thread, 0, work, 0);
}
