/* Readers and writers are made for ever; a read-write lock lets any number of readers in, or one writer. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *read_both(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(first == second);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *write_both(void *unused) {
  int value = __VERIFIER_nondet_int();
  pthread_rwlock_wrlock(&lock);
  first = value;
  second = value;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  while (1) {
    pthread_create(&thread, 0, read_both, 0);
    pthread_create(&thread, 0, write_both, 0);
  }
}
