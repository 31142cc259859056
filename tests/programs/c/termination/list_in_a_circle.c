// A walk along a list whose last node points to the first one.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node first, second;
  first.next = &second;
  second.next = &first;
  unsigned steps = 0;
  struct node *at = &first;
  while (at) {
    at = at->next;
    steps++;
  }
  return 0;
}
