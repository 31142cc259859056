#include <pthread.h>
#include <stdlib.h>

static int *shared;

static void *reader(void *unused) {
  (void)unused;
  int *mine = shared;
  return *mine ? mine : 0;
}

int main(void) {
  pthread_t thread;
  int *own = malloc(sizeof *own);
  *own = 1;
  shared = own;
  pthread_create(&thread, 0, reader, 0);
  free(own);
  pthread_join(thread, 0);
  return 0;
}
