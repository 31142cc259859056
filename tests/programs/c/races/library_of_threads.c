#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int sent, table;

static void *worker(void *unused) {
  (void)unused;
  sent = 1;
  sem_post(&full);
  pthread_rwlock_rdlock(&guard);
  int seen = table;
  pthread_rwlock_unlock(&guard);
  return seen ? &table : 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&full, 0, 0);
  pthread_create(&thread, 0, worker, 0);
  sem_wait(&full);
  sent++;
  pthread_rwlock_wrlock(&guard);
  table = sent;
  pthread_rwlock_unlock(&guard);
  pthread_join(thread, 0);
  return 0;
}
