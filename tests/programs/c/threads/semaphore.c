// A semaphore that starts at 0 orders two threads.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t written;
int value;

void *write(void *argument) {
  (void)argument;
  value = 7;
  sem_post(&written);
  return 0;
}

int main(void) {
  pthread_t other;
  int left;
  sem_init(&written, 0, 0);
  pthread_create(&other, 0, write, 0);
  sem_wait(&written);
  assert(value == 7);
  sem_getvalue(&written, &left);
  assert(left == 0);
  pthread_join(other, 0);
  sem_destroy(&written);
  return 0;
}
