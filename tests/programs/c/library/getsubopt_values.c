#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *names[] = {"ro", "size", 0}, options[] = "ro,size=5,bad", *rest = options, *value = options;
  assert(getsubopt(&rest, names, &value) == 0 && value == 0);
  assert(getsubopt(&rest, names, &value) == 1 && value[0] == '5' && value[1] == 0);
  assert(getsubopt(&rest, names, &value) == -1 && value == options + 10 && *rest == 0);
  return 0;
}
