// Duff's device: the switch jumps into the middle of the loop.
#include <assert.h>

int copied(int count) {
  int done = 0;
  int turns = (count + 3) / 4;
  switch (count % 4) {
  case 0:
    do {
      done++;
    case 3:
      done++;
    case 2:
      done++;
    case 1:
      done++;
    } while (--turns > 0);
  }
  return done;
}

int main(void) {
  for (int n = 1; n <= 9; n++)
    assert(copied(n) == n);
  return 0;
}
