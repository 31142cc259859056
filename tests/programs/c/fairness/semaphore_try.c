#include <pthread.h>
#include <semaphore.h>
static sem_t free_slots;
static void *worker(void *unused) {
  while (sem_trywait(&free_slots)) {}
  sem_post(&free_slots);
  return 0;
}
int main(void) {
  pthread_t a;
  sem_init(&free_slots, 0, 1);
  pthread_create(&a, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  return 0;
}
