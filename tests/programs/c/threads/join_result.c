// Joining waits for the end of a thread and gives its result.
#include <assert.h>
#include <pthread.h>

int numbers[2];

void *fill(void *argument) {
  int *place = argument;
  *place = 5;
  return place + 1;
}

int main(void) {
  pthread_t other;
  void *result;
  assert(pthread_create(&other, 0, fill, &numbers[0]) == 0);
  assert(pthread_join(other, &result) == 0);
  assert(numbers[0] == 5);
  assert(result == &numbers[1]);
  return 0;
}
