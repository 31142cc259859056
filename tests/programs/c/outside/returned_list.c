// Pointers in new memory lead to further new memory.
#include <assert.h>

struct node {
  struct node *next;
  int value;
};
extern struct node *make(void);

int main(void) {
  struct node *first = make();
  if (first && first->next && first->next != first) {
    first->next->value = 1;
    assert(first->value == 1);  // violated: assert
  }
  return 0;
}
