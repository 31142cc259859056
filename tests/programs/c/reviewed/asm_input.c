// The inputs of assembler code are evaluated, even if it has no instruction.
#include <assert.h>

int main(void) {
  int count = 0;
  asm volatile("" : : "r"(count++));
  assert(count == 0);  // violated: assert
  return 0;
}
