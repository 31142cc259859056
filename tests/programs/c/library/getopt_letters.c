// Options before and behind other arguments, which come last.
#include <assert.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char *arguments[10] = {"p", "x", "-ab", "-c", "value", "y", "-dz", "--", "-e"}, seen[8] = "";
  int option, count = 0;
  while ((option = getopt(9, arguments, "abc:d:e")) != -1) {
    seen[count++] = option;
    assert(option != 'c' || optarg == arguments[4]);
    assert(option != 'd' || !strcmp(optarg, "z"));
  }
  assert(!strcmp(seen, "abcd") && optind == 6);
  assert(arguments[6][0] == 'x' && arguments[7][0] == 'y' && arguments[8][1] == 'e');
  return 0;
}
