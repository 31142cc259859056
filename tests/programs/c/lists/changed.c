/* The numbers in all nodes are changed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

int main(void) {
  struct node *head = NULL, *p, *t;
  while (__VERIFIER_nondet_int()) { t = malloc(sizeof *t); t->data = 0; t->next = head; head = t; }
  for (p = head; p; p = p->next) p->data = 9;
  for (p = head; p; p = p->next) if (p->data != 9) reach_error();
  return 0;
}
