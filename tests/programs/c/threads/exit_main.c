// When main ends by pthread_exit, the other thread goes on.
#include <assert.h>
#include <pthread.h>

int ended;

void *work(void *argument) {
  (void)argument;
  int seen = ended;
  assert(seen == 0);  // violated: assert
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  ended = 1;
  pthread_exit(0);
}
