// What nobody wrote is read, and nothing depends on it.
#include <assert.h>

int main(void) {
  unsigned char a[4];
  unsigned i;
  for (i = 0; i < 3; i++) a[i] = 1;
  unsigned sum = a[0] + a[3];
  assert(sum >= 1 && sum <= 256);
  return 0;
}
