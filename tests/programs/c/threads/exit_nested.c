// pthread_exit ends the thread from inside a call, with a result.
#include <assert.h>
#include <pthread.h>

int value, returned;

static void leave(int *result) {
  *result = 3;
  pthread_exit(result);
}

void *work(void *argument) {
  leave(argument);
  returned = 1;
  return 0;
}

int main(void) {
  pthread_t other;
  void *result;
  pthread_create(&other, 0, work, &value);
  pthread_join(other, &result);
  assert(result == &value && value == 3 && returned == 0);
  return 0;
}
