// Threads, mutexes and results of <threads.h>.
#include <assert.h>
#include <threads.h>

mtx_t mutex;
int counter;

int count(void *argument) {
  (void)argument;
  mtx_lock(&mutex);
  int mine = ++counter;
  mtx_unlock(&mutex);
  return -mine;
}

int main(void) {
  thrd_t other;
  int result;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(thrd_create(&other, count, 0) == thrd_success);
  int mine = count(0);
  assert(thrd_join(other, &result) == thrd_success);
  assert(counter == 2 && mine + result == -3);
  mtx_destroy(&mutex);
  return 0;
}
