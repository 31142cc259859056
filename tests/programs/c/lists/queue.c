/* A queue with its first and its last node in a structure: numbers are put and taken in any order. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int number; struct item *next; };
struct queue { struct item *first, *last; };

static void put(struct queue *q, int number) {
  struct item *new = malloc(sizeof *new);
  if (new == NULL) exit(1);
  new->number = number;
  new->next = NULL;
  if (q->last != NULL) q->last->next = new;
  else q->first = new;
  q->last = new;
}

static int get(struct queue *q) {
  struct item *old = q->first;
  int number = old->number;
  q->first = old->next;
#ifndef FORGET
  if (q->first == NULL) q->last = NULL;
#endif
  free(old);
  return number;
}

int main(void) {
  struct queue q = {NULL, NULL};
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) put(&q, PUT);
    else if (q.first != NULL) assert(get(&q) == 7);
  }
  while (q.first != NULL) get(&q);
  return 0;
}
