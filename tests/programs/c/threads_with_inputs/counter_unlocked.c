/* Two threads add under locks of their own: one addition may be lost. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

unsigned total, first, second;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void *adds(void *amount) {
  pthread_mutex_lock(amount == &first ? &lock : &other);
  unsigned before = total;
  total = before + *(unsigned *)amount;
  pthread_mutex_unlock(amount == &first ? &lock : &other);
  return 0;
}

int main(void) {
  pthread_t one, two;
  first = (unsigned)__VERIFIER_nondet_int();
  second = (unsigned)__VERIFIER_nondet_int();
  pthread_create(&one, 0, adds, &first);
  pthread_create(&two, 0, adds, &second);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(total == first + second);
  return 0;
}
