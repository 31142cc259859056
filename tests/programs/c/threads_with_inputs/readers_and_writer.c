/* A reader under a read-write lock sees both parts of what the writer writes, or none. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int low, high, value;

static void *writes(void *unused) {
  pthread_rwlock_wrlock(&lock);
  low = value;
  high = value;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  value = __VERIFIER_nondet_int();
  pthread_create(&thread, 0, writes, 0);
  pthread_rwlock_rdlock(&lock);
  assert(low == high);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
