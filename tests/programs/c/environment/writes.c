// A function without a body may write through the pointers it is given.
#include <assert.h>

void fill(_Bool *place);

int main(void) {
  _Bool flag = 0;
  fill(&flag);
  assert(!flag);  // violated: assert
  return 0;
}
