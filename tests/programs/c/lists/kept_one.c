/* A list of any length is built and freed but for one node, which nothing leads to afterwards. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = NULL;
  int n = __VERIFIER_nondet_int(), count = 0;
  for (int i = 0; i < n; i++) {
    struct node *t = malloc(sizeof(struct node));
    if (t == NULL) exit(1);
    t->data = i;
    t->next = head;
    head = t;
  }
  while (head != NULL) {  // violated: memtrack
    struct node *next = head->next;
    if (++count != 4) free(head);
    head = next;
  }
  return 0;
}
