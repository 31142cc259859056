// Two threads read, then write: one update may get lost.
#include <assert.h>
#include <pthread.h>

int counter;

void *count(void *argument) {
  (void)argument;
  int seen = counter;
  counter = seen + 1;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(counter == 2);  // violated: assert
  return 0;
}
