#include <pthread.h>
#include <stdatomic.h>
static atomic_flag held = ATOMIC_FLAG_INIT;
static void *worker(void *unused) {
  while (atomic_flag_test_and_set(&held)) {}
  atomic_flag_clear(&held);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  return 0;
}
