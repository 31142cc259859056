// Each thread has its own value of a key, which is destroyed when the thread ends.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int mine, yours, destroyed;

void destroy(void *value) {
  assert(value == &yours);
  assert(pthread_getspecific(key) == 0);
  destroyed++;
}

void *work(void *argument) {
  assert(pthread_getspecific(key) == 0);
  pthread_setspecific(key, argument);
  assert(pthread_getspecific(key) == &yours);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &mine);
  pthread_create(&other, 0, work, &yours);
  assert(pthread_getspecific(key) == &mine);
  pthread_join(other, 0);
  assert(destroyed == 1);
  return 0;
}
