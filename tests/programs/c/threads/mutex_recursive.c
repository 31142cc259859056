// A recursive mutex is locked again by its owner and free after as many unlocks.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int inside;

void *visit(void *argument) {
  (void)argument;
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(inside == 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, visit, 0);
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_lock(&mutex) == 0);
  inside = 1;
  pthread_mutex_unlock(&mutex);
  inside = 0;
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_join(other, 0);
  return 0;
}
