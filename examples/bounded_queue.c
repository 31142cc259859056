// A queue with room for one message between a producer and a consumer, with a mutex and a condition variable.
// Nothing is lost, doubled or reordered, and nobody waits for ever: proved for every schedule.
//
//     vexil check examples/bounded_queue.c -p assert -p deadlock
//     vexil check examples/bounded_queue.c -p deadlock -DSILENT    refuted: nobody wakes the consumer
#include <assert.h>
#include <pthread.h>

enum { MESSAGES = 2 };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int slot;
static _Bool full;

static void put(int message) {
  pthread_mutex_lock(&guard);
  while (full) pthread_cond_wait(&changed, &guard);
  slot = message;
  full = 1;
#ifndef SILENT
  pthread_cond_signal(&changed);
#endif
  pthread_mutex_unlock(&guard);
}

static int take(void) {
  pthread_mutex_lock(&guard);
  while (!full) pthread_cond_wait(&changed, &guard);
  int message = slot;
  full = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&guard);
  return message;
}

static void *produce(void *unused) {
  for (int message = 1; message <= MESSAGES; message++) put(message);
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  for (int expected = 1; expected <= MESSAGES; expected++) assert(take() == expected);
  pthread_join(producer, 0);
  return 0;
}
