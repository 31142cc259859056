/* A function pushes to a list by the address of the pointer to it. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

void push(struct node **head, int value) { struct node *t = malloc(sizeof *t); t->data = value; t->next = *head; *head = t; }
int main(void) {
  struct node *head = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) push(&head, i);
  for (struct node *p = head; p; p = p->next) if (p->data < 0 || p->data >= n) reach_error();
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}
