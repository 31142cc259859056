// Every element is written once, and none behind the last.
#include <assert.h>
int table[3];

int main(void) {
  for (int i = 2; i >= 0; --i)
    table[i] = i;
  assert(table[0] + table[1] + table[2] == 3);
  return 0;
}
