// Addresses of a device may be accessed; what is read there is open, and what is written has no effect.
#include <assert.h>

struct device { volatile unsigned control, status; };
#define DEVICE ((struct device *)0x40000010)
static volatile unsigned *const out = (volatile unsigned *)0x40000100;

int main(void) {
  *out = 5;
  DEVICE->control = 1;
  unsigned status = DEVICE->status;
  assert(status == 7 || *out == 5);  // violated: assert
  return 0;
}
