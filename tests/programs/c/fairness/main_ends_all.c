#include <pthread.h>
static volatile int x;
static void *worker(void *unused) { while (1) {} return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  x = 1;
  return 0;
}
