// A local variable that it was given is gone when its function has returned.
#include <assert.h>

extern void watch(int *place);
extern void tick(void);

static int once(void) {
  int place = 1;
  watch(&place);
  return place;
}

int main(void) {
  int kept = 1;
  once();
  tick();
  assert(kept == 1);
  return 0;
}
