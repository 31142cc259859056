/* Threads told apart. No two threads draw the same number, which is a fact about the registers of two threads. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned next, chosen;
static int holders;
extern unsigned __VERIFIER_nondet_uint(void);

static void *draw(void *unused) {
  __VERIFIER_atomic_begin();
  unsigned mine = next;
  if (next < 1000000u)
    next = next + 1;
  __VERIFIER_atomic_end();
  if (mine < 1000000u && mine == chosen) {
    holders++;
    assert(holders == 1);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  chosen = __VERIFIER_nondet_uint();
  while (1)
    pthread_create(&other, 0, draw, 0);
}
