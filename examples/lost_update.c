// Two threads each add one to the same counter. Without a lock one of the two updates can be lost.
//
//     vexil check examples/lost_update.c -p assert             refuted, with the schedule that loses an update
//     vexil check examples/lost_update.c -p assert -DLOCKED    proved, for every schedule
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
#ifdef LOCKED
  pthread_mutex_lock(&guard);
#endif
  counter = counter + 1;
#ifdef LOCKED
  pthread_mutex_unlock(&guard);
#endif
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
