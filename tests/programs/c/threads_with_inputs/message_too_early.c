/* The flag is set before the message is there. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int data, flag, value;

static void *sender(void *unused) { flag = 1; data = value; return unused; }

int main(void) {
  pthread_t thread;
  value = __VERIFIER_nondet_int();
  pthread_create(&thread, 0, sender, 0);
  if (flag) assert(data == value || value < 1000000);
  pthread_join(thread, 0);
  return 0;
}
