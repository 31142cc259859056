// A lock that is tested and set in two steps lets both threads in.
#include <assert.h>
#include <pthread.h>

static _Bool lock;
static int counter;

static void increment(void) {
  while (__atomic_load_n(&lock, __ATOMIC_ACQUIRE)) {
  }
  __atomic_store_n(&lock, 1, __ATOMIC_RELAXED);
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
  assert(counter == 2);  // violated: assert
  return 0;
}
