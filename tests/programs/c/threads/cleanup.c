// Handlers that were pushed run when the thread exits, the last one first.
#include <assert.h>
#include <pthread.h>

int order;

void first(void *argument) {
  (void)argument;
  assert(order == 1);
  order = 2;
}

void second(void *argument) {
  (void)argument;
  assert(order == 0);
  order = 1;
}

void *work(void *argument) {
  pthread_cleanup_push(first, argument);
  pthread_cleanup_push(second, argument);
  pthread_exit(0);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  pthread_join(other, 0);
  assert(order == 2);
  return 0;
}
