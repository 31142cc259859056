// A walk along a list that was made node by node.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  int n = __VERIFIER_nondet_int() % 4;
  for (int i = 0; i < n; i++) {
    struct node *one = malloc(sizeof *one);
    if (!one)
      return 0;
    one->next = list;
    list = one;
  }
  while (list)
    list = list->next;
  return 0;
}
