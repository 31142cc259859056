/* Threads without end. Any number of threads keep two counters in step under a lock. */
#include <pthread.h>
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned ordered, delivered;

static void *serve(void *unused) {
  pthread_mutex_lock(&lock);
  ordered++;
  delivered++;
  assert(ordered == delivered);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t server;
  while (1)
    pthread_create(&server, 0, serve, 0);
}
