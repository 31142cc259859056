// It leaves mutexes alone.
#include <assert.h>
#include <pthread.h>

extern _Bool work(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&lock);
  int worked = work();
  pthread_mutex_unlock(&lock);
  assert(worked < 2);
  return 0;
}
