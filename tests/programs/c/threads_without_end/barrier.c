/* Two threads write what the other one reads behind a barrier. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_barrier_t barrier;
static int left, right;

static void *work(void *unused) {
  left = 1;
  pthread_barrier_wait(&barrier);
  assert(right != 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  int value = __VERIFIER_nondet_int();
  pthread_barrier_init(&barrier, 0, 2);
  if (pthread_create(&thread, 0, work, 0)) return 1;
  right = value ? value : 1;
  pthread_barrier_wait(&barrier);
  assert(left == 1);
  pthread_join(thread, 0);
  return 0;
}
