// A controller exchanges packets with a device through a driver that is not part of the sources. The driver has the
// address of the packet, may call the function that was registered, and may change variables with external linkage.
//
//     vexil check examples/outside.c -p assert                refuted: the driver changes the level
//     vexil check examples/outside.c -p assert --env types    proved, as if the driver filled in the packet and no more
#include <assert.h>

#define LIMIT 10

struct packet { unsigned char kind, value; };

extern void on_alarm(void (*handler)(int));
extern void exchange(void *packet);

int level;
static void lower(int by) { if (by > 0 && level >= by) level -= by; }

int main(void) {
  struct packet packet = {0, 0};
  on_alarm(lower);
  level = 5;
  exchange(&packet);
  assert(level <= LIMIT);
  return 0;
}
