/* Threads write to elements that inputs choose. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int cells[4], place;

static void *writes(void *unused) { cells[place] = 7; return unused; }

int main(void) {
  pthread_t thread;
  int other = __VERIFIER_nondet_int() & 3;
  place = __VERIFIER_nondet_int() & 3;
  pthread_create(&thread, 0, writes, 0);
  cells[other] = 5;
  pthread_join(thread, 0);
  assert(cells[place] == 7 || other == place);
  return 0;
}
