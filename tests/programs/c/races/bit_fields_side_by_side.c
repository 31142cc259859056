#include <pthread.h>

static struct { unsigned first : 8, second : 8; } flags;

static void *setter(void *unused) {
  (void)unused;
  flags.first = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  flags.second = 1;
  pthread_join(thread, 0);
  return 0;
}
