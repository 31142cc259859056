/* A list with a pointer to its last node is built, walked and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

int main(void) {
  struct node *head = NULL, *tail = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *t = malloc(sizeof *t);
    t->data = 7; t->next = NULL;
    if (head == NULL) head = t; else tail->next = t;
    tail = t;
  }
  for (struct node *p = head; p; p = p->next) if (p->data != 7) reach_error();
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}
