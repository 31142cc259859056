// A list is reversed in place.
#include <assert.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
  struct node *done = 0, *rest = &a;
  while (rest) {
    struct node *next = rest->next;
    rest->next = done;
    done = rest;
    rest = next;
  }
  assert(done == &c && done->next->value == 2 && a.next == 0);
  return 0;
}
