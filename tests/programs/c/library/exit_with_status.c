// A handler of on_exit runs at the end, behind those that were registered later.
#include <assert.h>
#include <stdlib.h>

static int ended;

static void last(int status, void *given) { assert(status == 3 && *(int *)given == 7 && ended == 0); }
static void first(void) { ended = 1; }

int main(void) {
  static int value = 7;
  on_exit(last, &value);
  atexit(first);
  return 3;
}
