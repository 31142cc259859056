// Who is given free may use it.
#include <stdlib.h>

struct table {
  void (*release)(void *memory);
};
extern void clear(struct table *table, int *number);

int main(void) {
  struct table table = {free};
  int *number = malloc(sizeof *number);
  if (!number) return 0;
  clear(&table, number);
  *number = 1;
  return 0;
}
