// From the address of a member back to the structure around it.
#include <assert.h>
#include <stddef.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct outer {
  int before;
  int inner;
};

int main(void) {
  struct outer o = {1, 2};
  int *p = &o.inner;
  assert(container_of(p, struct outer, inner)->before == 1);
  return 0;
}
