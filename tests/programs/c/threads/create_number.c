// A new thread may run before its creator knows its number.
#include <assert.h>
#include <pthread.h>

pthread_t worker;

void *work(void *argument) {
  (void)argument;
  assert(pthread_equal(worker, pthread_self()));  // violated: assert
  return 0;
}

int main(void) {
  pthread_create(&worker, 0, work, 0);
  pthread_join(worker, 0);
  return 0;
}
