// A barrier for two is never passed by one.
#include <pthread.h>

pthread_barrier_t barrier;

int main(void) {
  pthread_barrier_init(&barrier, 0, 2);
  pthread_barrier_wait(&barrier);
  return 0;
}
