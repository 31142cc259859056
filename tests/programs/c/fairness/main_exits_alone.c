#include <pthread.h>
static void *worker(void *unused) { while (1) {} return 0; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_exit(0);
}
