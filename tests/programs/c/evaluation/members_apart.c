/* What one operand changes and what another one reads are different members, or different bytes: no order matters. */
#include <assert.h>

struct buffer {
  char *data;
  unsigned length, room;
  int sums[2];
};

static void push(struct buffer *b, char c) { b->data[b->length++] = c; }

int main(void) {
  char store[4];
  struct buffer b = {store, 0, 4, {1, 2}};
  push(&b, 'x');
  push(&b, 'y');
  b.room += b.length++;
  b.sums[0] += b.sums[1]++;
#ifdef MEETS
  b.room += ((char *)&b.room)[1] = 1;
#endif
  assert(store[0] == 'x' && store[1] == 'y' && b.length == 3 && b.room >= 6 && b.sums[0] == 3 && b.sums[1] == 3);
  return 0;
}
