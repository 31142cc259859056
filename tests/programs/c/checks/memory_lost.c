// The last element of a list is lost when the list is cut.
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);
struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 2; i++) {
    struct node *added = malloc(sizeof *added);
    added->next = list;
    list = added;
  }
  if (__VERIFIER_nondet_bool()) list->next = 0;
  while (list) {  // violated: memtrack
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
