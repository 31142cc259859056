/* A ticket lock with three threads, each of which takes it again and again. */
#include <assert.h>
#include <pthread.h>

static _Atomic unsigned next, serving;
static int inside;

static void *work(void *unused) {
  while (1) {
    unsigned mine = next++;
    while (serving != mine) {}
    inside++;
    assert(inside == 1);
    inside--;
    serving++;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  work(0);
  return 0;
}
