#include <pthread.h>
#include <stdatomic.h>
static atomic_int held;
static void *worker(void *unused) {
  while (atomic_exchange(&held, 1)) {}
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  return 0;
}
