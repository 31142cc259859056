#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int one, two;

static void *both(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  one = 1;
  two = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, both, 0);
  __VERIFIER_atomic_begin();
  one = 2;
  __VERIFIER_atomic_end();
  two = 2;
  pthread_join(thread, 0);
  return 0;
}
