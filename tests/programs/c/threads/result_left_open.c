// A thread ends without saying what it returns: nobody looks at it, so nothing depends on what it is.
#include <assert.h>
#include <pthread.h>

static int written;

static void *work(void *unused) {
  written = 1;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, 0);
  pthread_join(worker, 0);
  assert(written == 1);
  return 0;
}
