// An initialiser runs once, and is over for everybody who comes later.
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int calls, ready;

void initialise(void) {
  calls++;
  ready = 1;
}

void *use(void *argument) {
  (void)argument;
  pthread_once(&control, initialise);
  assert(ready == 1);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, use, 0);
  use(0);
  pthread_join(other, 0);
  assert(calls == 1);
  return 0;
}
