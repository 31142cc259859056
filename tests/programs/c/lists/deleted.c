/* Nodes with one number are taken out of a list and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

int main(void) {
  struct node *head = NULL, *prev, *cur;
  while (__VERIFIER_nondet_int()) { cur = malloc(sizeof *cur); cur->data = __VERIFIER_nondet_int() ? 1 : 2; cur->next = head; head = cur; }
  prev = NULL; cur = head;
  while (cur != NULL) {
    struct node *next = cur->next;
    if (cur->data == 2) { if (prev) prev->next = next; else head = next; free(cur); }
    else prev = cur;
    cur = next;
  }
  for (cur = head; cur; cur = cur->next) if (cur->data != 1) reach_error();
  while (head) { cur = head->next; free(head); head = cur; }
  return 0;
}
