/* models: getsubopt */
#include "vexil.h"

int getsubopt(char **options, char *const *names, char **value) {
  char *start = *options, *end = start, *equals = 0;
  if (*start == 0) return -1;
  for (; *end != 0 && *end != ','; end++)
    if (*end == '=' && equals == 0) equals = end;
  __vexil_difference length = (equals != 0 ? equals : end) - start;
  *options = end;
  if (*end != 0) {
    *end = 0;
    *options = end + 1;
  }
  for (int number = 0; names[number] != 0; number++) {
    __vexil_difference i = 0;
    while (i < length && names[number][i] == start[i]) i++;
    if (i < length || names[number][i] != 0) continue;
    *value = equals != 0 ? equals + 1 : 0;
    return number;
  }
  *value = start;
  return -1;
}
