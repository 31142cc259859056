// A reader never sees a half-done update of a writer.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int left, right;

void *read(void *argument) {
  (void)argument;
  pthread_rwlock_rdlock(&lock);
  assert(left == right);
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, read, 0);
  pthread_rwlock_wrlock(&lock);
  left = 1;
  right = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(other, 0);
  return 0;
}
