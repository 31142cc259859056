#include <stdio.h>

int main(void) {
  fclose(stdout);
  fclose(AGAIN);
  return 0;
}
