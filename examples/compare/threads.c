/* Threads. Two threads with a lock: only methods that follow threads answer. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 1;

static void *move(void *unused) {
  pthread_mutex_lock(&lock);
  balance = balance - 1;
  balance = balance + 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, move, 0);
  pthread_mutex_lock(&lock);
  assert(balance == 1);
  pthread_mutex_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
