// Assembler code is taken to write its outputs, and anything to them: that is no proof and no refutation.
#include <assert.h>

int main(void) {
  unsigned char x = 1;
  asm("incb %0" : "+r"(x));
  assert(x == 2);
  return 0;
}
