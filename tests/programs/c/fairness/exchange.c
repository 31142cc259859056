#include <pthread.h>
#include <stdatomic.h>
static atomic_int held;
static void *worker(void *unused) {
  while (atomic_exchange(&held, 1)) {}
  atomic_store(&held, 0);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
