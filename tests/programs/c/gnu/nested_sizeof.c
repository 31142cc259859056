// The operand of sizeof is not evaluated.
#include <assert.h>

int main(void) {
  int i = 0;
  assert(sizeof(i++) == 4 && i == 0);
  assert(sizeof(char[3][2]) == 6 && _Alignof(int) == 4);
  return 0;
}
