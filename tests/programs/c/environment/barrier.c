// An empty piece of assembler code is a barrier for the compiler, and nothing else.
#include <assert.h>

int main(void) {
  int x = 1;
  asm volatile("" ::: "memory");
  assert(x == 1);
  return 0;
}
