// A detached thread is not joined, and its record is used again.
#include <assert.h>
#include <pthread.h>

void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t other;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  assert(pthread_create(&other, &attributes, nothing, 0) == 0);
  assert(!pthread_equal(other, pthread_self()));
  pthread_attr_destroy(&attributes);
  return 0;
}
