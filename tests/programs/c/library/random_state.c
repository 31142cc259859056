#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  static char state[8];
  initstate(1, state, sizeof state);
  assert(state[3] == 0);
  return 0;
}
