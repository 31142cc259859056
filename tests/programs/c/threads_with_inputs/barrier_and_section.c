/* Everybody writes, waits at a barrier, and reads what the others wrote; totals are kept in atomic sections. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

pthread_barrier_t barrier;
unsigned written[2], total, number;

static void *works(void *own) {
  unsigned me = (unsigned)(own != 0);
  written[me] = number + me;
  pthread_barrier_wait(&barrier);
  __VERIFIER_atomic_begin();
  total = total + written[1 - me];
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t thread;
  number = (unsigned)__VERIFIER_nondet_int();
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, works, &number);
  works(0);
  pthread_join(thread, 0);
  assert(total == 2 * number + 1);
  return 0;
}
