// What the program is started with.
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc == 3);
  assert(argv[1][0] == 'a' && argv[2][1] == 'c' && argv[2][2] == 0);
  assert(argv[3] == 0);
  return 0;
}
