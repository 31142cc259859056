// An allocator made of pointers to malloc and free is used as it should be.
#include <stdlib.h>

struct allocator {
  void *(*get)(size_t);
  void (*release)(void *);
};
static const struct allocator allocator = {malloc, free};

int main(void) {
  char *p = allocator.get(4);
  if (!p)
    return 1;
  p[3] = 1;
  allocator.release(p);
  return 0;
}
