#include <pthread.h>
#include <stdatomic.h>
static atomic_int held;
static void *worker(void *unused) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(&held, &expected, 1)) expected = 0;
  atomic_store(&held, 0);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  return 0;
}
