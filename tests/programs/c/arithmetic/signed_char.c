// A char is signed: 0xff is -1, and every value survives the way through an int.
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char any = __VERIFIER_nondet_char();
  int wide = any;
  assert((char)0xff == -1);
  assert(wide >= -128 && wide <= 127);
  assert((char)wide == any);
  assert((unsigned char)any == (wide & 255));
  return 0;
}
