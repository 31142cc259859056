// A thread must not be joined twice.
#include <pthread.h>

void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, nothing, 0);
  pthread_join(other, 0);
  pthread_join(other, 0);
  return 0;
}
