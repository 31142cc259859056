/* Threads with copies. What a thread knows of its copy changes when another one writes: predicates are broadcast. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static unsigned version;

static void *change(void *unused) {
  __VERIFIER_atomic_begin();
  unsigned before = version;
  if (version < 100000u)
    version = version + 1;
  __VERIFIER_atomic_end();
  assert(before <= version);
  return unused;
}

int main(void) {
  pthread_t other;
  while (1)
    pthread_create(&other, 0, change, 0);
}
