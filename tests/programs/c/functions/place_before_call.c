// The place of an assignment is found before its right side is evaluated, whatever that changes. C leaves this order open:
// no violation from the left is no proof.
#include <assert.h>

struct cell { int x; };
int row[3], i, *p = row;
struct cell cells[2], *q = cells;

static int change(void) {
  i = 1;
  p = row + 2;
  return 5;
}

static struct cell made(void) {
  struct cell result = {7};
  i = 1;
  q = cells + 1;
  return result;
}

static int write(int *at) {
  *at = 1;
  return 3;
}

int main(void) {
  row[i] = change();
  assert(row[0] == 5 && row[1] == 0);
  p = row;
  *p = change() + 1;
  assert(row[0] == 6 && row[2] == 0);
  i = 0;
  cells[i] = made();
  assert(cells[0].x == 7 && cells[1].x == 0);
  q = cells;
  q->x = made().x + 1;
  assert(cells[0].x == 8 && cells[1].x == 0);
  int k = 0;
  row[k] = write(&k);
  assert(row[0] == 3 && k == 1 && row[1] == 0);
  i = 0;
  row[i] += change(); // but a compound one is computed with what is there then
  assert(row[0] == 3 && row[1] == 5);
  return 0;
}
