// An atomic addition is one step; the old values are different.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;
int old[2];

void *count(void *argument) {
  int *place = argument;
  *place = atomic_fetch_add(&counter, 1);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, &old[1]);
  count(&old[0]);
  pthread_join(other, 0);
  assert(atomic_load(&counter) == 2);
  assert(old[0] + old[1] == 1);
  return 0;
}
