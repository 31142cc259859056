// A mutex must not be destroyed while somebody has it.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&mutex);
  return pthread_mutex_destroy(&mutex);
}
