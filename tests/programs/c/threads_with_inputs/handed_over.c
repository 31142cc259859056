/* A value is handed over by a condition variable. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int full, value, received;

static void *gives(void *number) {
  pthread_mutex_lock(&lock);
  value = *(int *)number;
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void *takes(void *unused) {
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&filled, &lock);
  received = value;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t giver, taker;
  int number = __VERIFIER_nondet_int();
  pthread_create(&taker, 0, takes, 0);
  pthread_create(&giver, 0, gives, &number);
  pthread_join(giver, 0);
  pthread_join(taker, 0);
  assert(received == number);
  return 0;
}
