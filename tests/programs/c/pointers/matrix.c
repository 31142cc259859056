// An array of arrays lies in memory row by row.
#include <assert.h>

int main(void) {
  char m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  char(*row)[3] = m + 1;
  assert((*row)[0] == 4 && row[-1][2] == 3);
  assert(&m[1][0] - &m[0][0] == 3);
  return 0;
}
