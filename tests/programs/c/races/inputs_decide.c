#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *writer(void *unused) {
  (void)unused;
  int n = __VERIFIER_nondet_int();
  if (n > 100000) {
    pthread_mutex_lock(&lock);
    value = n;
    pthread_mutex_unlock(&lock);
  } else if (n == -77) {
    value = n;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  pthread_mutex_lock(&lock);
  value += 3;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return value;
}
