// When main returns, the program ends, whatever other threads wait for.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;

void *wait(void *argument) {
  (void)argument;
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&never, &mutex);
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, wait, 0);
  return 0;
}
