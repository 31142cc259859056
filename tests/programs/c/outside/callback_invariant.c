// What the functions that it calls back keep is kept.
#include <assert.h>

extern void on_event(void (*handler)(void));

static int calls;

static void handle(void) {
  if (calls < 3) calls++;
}

int main(void) {
  on_event(handle);
  assert(calls <= 3);
  return 0;
}
