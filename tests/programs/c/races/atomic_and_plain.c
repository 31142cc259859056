#include <pthread.h>
#include <stdatomic.h>

static int hits;
static atomic_int started;

static void *counter(void *unused) {
  (void)unused;
  started++;
  __atomic_fetch_add(&hits, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, counter, 0);
  started = started + 1;
  if (hits > 0) return 1;
  pthread_join(thread, 0);
  return 0;
}
