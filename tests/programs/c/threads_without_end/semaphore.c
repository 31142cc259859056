/* Threads are made for ever; a semaphore lets one of them in at a time. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t entry;
static int inside;

static void *work(void *unused) {
  sem_wait(&entry);
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&entry);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&entry, 0, 1);
  while (1) pthread_create(&thread, 0, work, 0);
}
