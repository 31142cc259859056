// A pointer in new memory leads nowhere, unless it is written.
#include <stdlib.h>

struct list { int value; struct list *next; };

int main(void) {
  struct list *p = malloc(sizeof *p);
  if (!p) return 0;
  p->value = 1;
#ifdef WRITTEN
  p->next = NULL;
#endif
  int r = p->next ? p->next->value : 0;  // violated: memsafety
  free(p);
  return r;
}
