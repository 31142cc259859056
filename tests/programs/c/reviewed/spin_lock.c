// A lock made of __atomic_test_and_set and __atomic_clear lets one thread in at a time.
#include <assert.h>
#include <pthread.h>

static _Bool lock;
static int counter;

static void increment(void) {
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) {
  }
  counter++;
  __atomic_clear(&lock, __ATOMIC_RELEASE);
}

static void *work(void *argument) {
  increment();
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  increment();
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
