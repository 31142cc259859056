#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int ready;
static void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  while (!ready) {}
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  ready = 1;
  pthread_join(a, 0);
  return 0;
}
