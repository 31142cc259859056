// It changes an object that it made itself.
#include <assert.h>

struct device { int ready; };
extern struct device *find_device(void);
extern void wait_for_device(void);

int main(void) {
  struct device *device = find_device();
  if (!device) return 0;
  device->ready = 1;
  wait_for_device();
  assert(device->ready);  // violated: assert
  return 0;
}
