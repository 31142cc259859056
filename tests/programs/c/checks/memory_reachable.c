// What a global points to at the end is not released, and not lost either.
#include <stdlib.h>

struct node {
  struct node *next;
} *kept;

static struct node *added(struct node *next) {
  struct node *made = malloc(sizeof *made);
  if (!made) exit(1);
  made->next = next;
  return made;
}

int main(void) {
  struct node *first = added(0);
  kept = added(first);
  struct node *passing = added(0);
  free(passing);
  return 0;
}
