// Whether a file can be opened is open, and its result is seen by the program.
#include <stdio.h>

extern void reach_error(void);

int main(void) {
  FILE *file = fopen("settings", "r");
  if (file)
    reach_error();  // violated: unreach
  return 0;
}
