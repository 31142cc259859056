// A pointer to characters that it stores may lead into a number that it was given.
#include <assert.h>

extern void give(void *place);
extern void store(char **place);
static int number = 3;

int main(void) {
  char *bytes = 0;
  give(&number);
  store(&bytes);
  number = 4;
  if (bytes) *bytes = 9;
  assert(number == 4);  // violated: assert
  return 0;
}
