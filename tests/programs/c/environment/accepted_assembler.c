// Assembler code that is accepted by name is no obstacle to a proof.
#include <assert.h>

int main(void) {
  unsigned char x = 1, y = 1;
  asm("incb %0" : "+r"(x));
  asm volatile("cli");
  assert(x <= 255 && y == 1);
  return 0;
}
