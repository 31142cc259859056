// exit calls the handlers from the depth of any call; _Exit called by one of them ends the program at once.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { puts("never"); }
static void last(void) {
  puts("last");
  fflush(stdout);
  _Exit(9);
}
static void before(void) { puts("before"); }

static void deep(int depth) {
  if (depth == 0) exit(4);
  deep(depth - 1);
  puts("not reached");
}

int main(void) {
  atexit(never);
  atexit(last);
  int (*registering)(void (*)(void)) = atexit;
  registering(before);
  deep(3);
}
