/* A list is reversed in place. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };

int main(void) {
  struct node *x = NULL, *y = NULL, *t;
  while (__VERIFIER_nondet_int()) { t = malloc(sizeof *t); t->data = 3; t->next = x; x = t; }
  while (x) { t = x->next; x->next = y; y = x; x = t; }
  for (t = y; t; t = t->next) if (t->data != 3) reach_error();
  while (y) { t = y->next; free(y); y = t; }
  return 0;
}
