/* Two threads add any value under a lock; whoever waits for both of them sees the sum. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned sum, value;

static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  sum += value;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  value = (unsigned)__VERIFIER_nondet_int();
  pthread_t a, b;
  if (pthread_create(&a, 0, add, 0) || pthread_create(&b, 0, add, 0)) return 1;
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 2 * value);
  return 0;
}
