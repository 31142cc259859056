// The last member of a structure may have as many elements as memory was asked for.
#include <assert.h>
#include <stdlib.h>

struct message {
  int length;
  char text[];
};

int main(void) {
  struct message *m = malloc(sizeof(struct message) + 2);
  if (!m)
    return 0;
  m->length = 2;
  m->text[0] = 'h';
  m->text[m->length - 1] = 'i';
  assert(m->text[0] == 'h' && sizeof *m == 4);
  free(m);
  return 0;
}
