/* What is written before a flag is there when the flag is seen. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int data, flag, value;

static void *sender(void *unused) { data = value; flag = 1; return unused; }

int main(void) {
  pthread_t thread;
  value = __VERIFIER_nondet_int();
  pthread_create(&thread, 0, sender, 0);
  if (flag) assert(data == value);
  pthread_join(thread, 0);
  return 0;
}
