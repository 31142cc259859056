// Behind a barrier each thread sees what the other did before it, and one of them is told to be special.
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int done[2], special[2];

void *work(void *argument) {
  int me = *(int *)argument;
  done[me] = 1;
  special[me] = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(done[1 - me] == 1);
  return 0;
}

int main(void) {
  pthread_t other;
  int numbers[2] = {0, 1};
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&other, 0, work, &numbers[1]);
  work(&numbers[0]);
  pthread_join(other, 0);
  assert(special[0] + special[1] == 1);
  pthread_barrier_destroy(&barrier);
  return 0;
}
