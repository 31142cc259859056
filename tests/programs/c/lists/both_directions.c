/* Nodes have pointers in both directions, of which one is walked. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

struct d { int v; struct d *next, *prev; };
int main(void) {
  struct d *head = NULL;
  int n = __VERIFIER_nondet_int();
  while (n-- > 0) { struct d *t = malloc(sizeof *t); t->v = 4; t->prev = NULL; t->next = head; if (head) head->prev = t; head = t; }
  for (struct d *p = head; p; p = p->next) if (p->v != 4) reach_error();
  while (head) { struct d *t = head->next; free(head); head = t; }
  return 0;
}
