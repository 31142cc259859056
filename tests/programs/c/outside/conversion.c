// What is converted is written where the pointer leads to that the function moves.
#include <assert.h>
#include <iconv.h>

int main(void) {
  char from[2] = "a", to[2] = "b";
  char *in = from, *out = to;
  size_t left = 1, room = 1;
  iconv((iconv_t)0, &in, &left, &out, &room);
  assert(to[0] == 'b');  // violated: assert
  return 0;
}
