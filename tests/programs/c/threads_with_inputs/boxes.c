/* Objects on the heap that one thread makes and another one finds; a semaphore says when. */
#include <semaphore.h>
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct box {
  int value;
  struct box *next;
};

struct box *head;
sem_t ready;

static void *makes(void *unused) {
  struct box *made = malloc(sizeof *made);
  made->value = __VERIFIER_nondet_int();
  made->next = head;
  head = made;
  sem_post(&ready);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, 0, makes, 0);
  sem_wait(&ready);
  assert(head->value != 123456);
  return 0;
}
