// A file that cannot be opened gives a null pointer.
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  FILE *file = fopen("settings", "r");
  if (!file)
    reach_error();  // violated: unreach
  return 0;
}
