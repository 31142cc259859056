#include <pthread.h>

extern void reach_error(void);
static int shared;

static void *first(void *unused) {
  shared = 1;
  int amount = 40;
  int nonsense = 1 << amount; /* undefined, but only here: the other thread may come first */
  return unused;
}

static void *second(void *unused) {
  if (shared == 1) reach_error();
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
