// Long options: abbreviated, with arguments, ambiguous, unknown, lacking an argument.
#include <assert.h>
#include <getopt.h>
#include <string.h>

int main(void) {
  static int flag;
  static struct option options[] = {
      {"verbose", 0, &flag, 5}, {"file", 1, 0, 'f'}, {"opt", 2, 0, 'o'}, {"version", 0, 0, 'V'}, {0}};
  char *arguments[12] = {"p", "--verb", "--fi=x", "arg", "--file", "y", "--opt", "--ver", "-q", "--none", "--file"};
  const int wanted[] = {0, 'f', 'f', 'o', '?', 'q', '?', ':'};
  int option, index = -1, count = 0;
  while ((option = getopt_long(11, arguments, ":f:q", options, &index)) != -1) {
    assert(count < 8 && option == wanted[count]);
    assert(count != 1 || (!strcmp(optarg, "x") && index == 1));
    count++;
  }
  assert(count == 8 && flag == 5 && optind == 10 && !strcmp(arguments[10], "arg"));
  return 0;
}
