// Without a break the next case goes on; default may stand anywhere.
#include <assert.h>

int weight(int x) {
  int w = 0;
  switch (x) {
  default:
    w += 100;
  case 1:
    w += 10;
    break;
  case 2:
    w += 1;
  case 3 ... 5:
    w += 2;
  }
  return w;
}

int main(void) {
  assert(weight(0) == 110);
  assert(weight(1) == 10);
  assert(weight(2) == 3);
  assert(weight(4) == 2);
  return 0;
}
