#include <pthread.h>

extern void __VERIFIER_assume(int condition);
extern int __VERIFIER_nondet_int(void);
static int level;

static void *raiser(void *unused) {
  (void)unused;
  level = level + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, raiser, 0);
  level = 5;
  pthread_join(thread, 0);
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n == level);
  return 0;
}
