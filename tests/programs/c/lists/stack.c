/* A stack whose top is a member of a structure, as large as a cell: numbers are pushed and popped by functions. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct cell { int number; struct cell *below; };
struct stack { int height; struct cell *top; };
static void push(struct stack *s, int number) {
  struct cell *c = malloc(sizeof(struct cell));
  if (c == NULL) exit(1);
  c->number = number;
  c->below = s->top;
  s->top = c;
}
static int pop(struct stack *s) {
  struct cell *c = s->top;
  int number = c->number;
  s->top = c->below;
  free(c);
  return number;
}
int main(void) {
  struct stack *s = malloc(sizeof *s);
  s->height = 0;
  s->top = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) push(s, i);
  while (s->top != NULL)
    if (pop(s) < LEAST) reach_error();
  return 0;
}
