// A table of functions from outside: they are called with what they may write.
#include <assert.h>

struct operations {
  int (*read)(int *place);
};
extern const struct operations *operations(void);

int main(void) {
  const struct operations *table = operations();
  int place = 1;
  if (table && table->read) table->read(&place);
  assert(place == 1);  // violated: assert
  return 0;
}
