/* A read-write lock of one word that is changed in atomic steps: -1 is a writer. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

static int state;
static int x, y;

static void *reader(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(state == 0);
  state = 1;
  __VERIFIER_atomic_end();
  int a = x;
  int b = y;
  assert(a == b);
  state = 0;
  return unused;
}

static void *writer(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(state == 0);
  state = -1;
  __VERIFIER_atomic_end();
  int value = __VERIFIER_nondet_int();
  x = value;
  y = value;
  state = 0;
  return unused;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  pthread_t thread;
  for (int i = 0; i < n; i++) {
    pthread_create(&thread, 0, reader, 0);
    pthread_create(&thread, 0, writer, 0);
  }
  return 0;
}
