// The third parameter of main ends with a null pointer; without arguments there is the name of the program.
#include <stdio.h>

int main(int count, char **arguments, char **environment) {
  int variables = 0, with_value = 0;
  for (char **variable = environment; *variable; variable++) {
    variables++;
    for (char *c = *variable; *c; c++)
      if (*c == '=') {
        with_value++;
        break;
      }
  }
  printf("%d %d\n", count, arguments[count] == 0);
  puts(with_value <= variables ? "counted" : "lost");
  return count;
}
