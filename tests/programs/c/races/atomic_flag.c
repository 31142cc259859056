#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer(void *unused) {
  (void)unused;
  data = 42;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  while (!atomic_load(&ready)) {}
  data++;
  pthread_join(thread, 0);
  return 0;
}
