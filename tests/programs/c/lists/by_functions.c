/* Functions build, walk and free a list that the caller keeps. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

struct node *create(int n, int value) {
  struct node *head = NULL;
  while (n > 0) { struct node *t = malloc(sizeof *t); t->data = value; t->next = head; head = t; n--; }
  return head;
}
int all(struct node *p, int value) { while (p) { if (p->data != value) return 0; p = p->next; } return 1; }
void destroy(struct node *p) { while (p) { struct node *t = p->next; free(p); p = t; } }
int main(void) {
  struct node *head = create(__VERIFIER_nondet_int(), 5);
  if (!all(head, 5)) reach_error();
  destroy(head);
  return 0;
}
