// A spin lock excludes like a mutex.
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

void *count(void *argument) {
  (void)argument;
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(counter == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
