// Trying a semaphore at 0 fails with an error number of the thread that tried.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t empty;

void *try(void *argument) {
  (void)argument;
  assert(sem_trywait(&empty) == -1);
  assert(errno == EAGAIN);
  return 0;
}

int main(void) {
  pthread_t other;
  sem_init(&empty, 0, 0);
  pthread_create(&other, 0, try, 0);
  pthread_join(other, 0);
  assert(errno == 0);
  return 0;
}
