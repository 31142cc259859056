// Assembler code that names no outputs may still write memory: what holds behind it is not known.
#include <assert.h>

int x = 1;

int main(void) {
  asm volatile("movl $2, x(%%rip)" ::: "memory");
  assert(x == 1);
  return 0;
}
