#include <assert.h>
#include <threads.h>
static mtx_t lock;
static cnd_t changed;
static int ready;
static void pause_here(void) { cnd_wait(&changed, &lock); }
static int is_ready(void) { return ready; }
static int producer(void *unused) {
  mtx_lock(&lock);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&lock);
  return 0;
}
int main(void) {
  thrd_t other;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&other, producer, 0);
  mtx_lock(&lock);
  while (!is_ready()) pause_here();
  assert(ready);
  mtx_unlock(&lock);
  thrd_join(other, 0);
  return 0;
}
