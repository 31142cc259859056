// A semaphore that starts at 2 lets both threads in.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t room;
int inside;

void *enter(void *argument) {
  (void)argument;
  sem_wait(&room);
  inside++;
  assert(inside == 1);  // violated: assert
  inside--;
  sem_post(&room);
  return 0;
}

int main(void) {
  pthread_t other;
  sem_init(&room, 0, 2);
  pthread_create(&other, 0, enter, 0);
  enter(0);
  pthread_join(other, 0);
  return 0;
}
