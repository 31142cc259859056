/* Nodes are appended behind the last one, whose members are not written yet. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

int main(void) {
  struct node *head = malloc(sizeof *head), *t = head;
  while (__VERIFIER_nondet_int()) { t->data = 1; t->next = malloc(sizeof *t); t = t->next; }
  t->data = 1; t->next = NULL;
  for (t = head; t; t = t->next) if (t->data != 1) reach_error();
  while (head) { t = head->next; free(head); head = t; }
  return 0;
}
