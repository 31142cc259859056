#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slots[4];

static void *writer(void *unused) {
  (void)unused;
  unsigned place = (unsigned)__VERIFIER_nondet_int();
  if (place < 4 && place != 2) {
    pthread_mutex_lock(&lock);
    slots[place] = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  slots[2] = 7;
  pthread_mutex_lock(&lock);
  int seen = slots[1] > 1000000;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return seen;
}
