/* Threads, recursion and arrays under branching formulas. */
#include <pthread.h>

int a[2], done, over;

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

static void *work(void *argument) {
  a[1] = 1;
  done = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  a[0] = factorial(3);
  pthread_join(thread, 0);
  over = 1;
  return 0;
}
