/* Two threads write and then read what the other one writes: one of them sees it. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x, y, seen_x, seen_y, value;

static void *left(void *unused) { x = value; seen_y = y; return unused; }
static void *right(void *unused) { y = value; seen_x = x; return unused; }

int main(void) {
  pthread_t one, two;
  value = __VERIFIER_nondet_int();
  if (value == 0) return 0;
  pthread_create(&one, 0, left, 0);
  pthread_create(&two, 0, right, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(seen_x == value || seen_y == value);
  return 0;
}
