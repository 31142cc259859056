/* A list of any length is built at the front, walked and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef STORED
#define STORED 1
#endif
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    struct node *t = malloc(sizeof(struct node));
    if (t == NULL) exit(1);
    t->data = STORED;
    t->next = head;
    head = t;
  }
  struct node *p = head;
  while (p != NULL) {
    if (p->data != 1) reach_error();
    p = p->next;
  }
  while (head != NULL) {
    p = head->next;
    free(head);
#ifdef TWICE
    if (p == NULL && n > 4) free(head);
#endif
    head = p;
  }
  return 0;
}
