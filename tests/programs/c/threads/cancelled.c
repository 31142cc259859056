#include <assert.h>
#include <pthread.h>

static void *wait_for_end(void *argument) {
  for (;;) pthread_testcancel();
  return argument;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, wait_for_end, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
