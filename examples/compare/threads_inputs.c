/* Threads with inputs. Two threads add a number from outside: there are too many states to look at one by one. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned due, asked, paid;

static void *pay(void *unused) {
  pthread_mutex_lock(&lock);
  asked += due;
  paid += due;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t other;
  due = (unsigned)__VERIFIER_nondet_int();
  pthread_create(&other, 0, pay, 0);
  pay(0);
  pthread_mutex_lock(&lock);
  assert(asked == paid);
  pthread_mutex_unlock(&lock);
  return 0;
}
