// What was given to atexit runs after main has returned, the last one first, and may register more.
#include <stdio.h>
#include <stdlib.h>

static int registered;

static void first(void) { printf("first, %d\n", registered); }
static void added(void) { puts("added by a handler"); }
static void second(void) {
  puts("second");
  atexit(added);
}

int main(void) {
  registered += atexit(first) == 0;
  registered += atexit(second) == 0;
  registered += atexit(first) == 0;
  puts("main returns");
  return 3;
}
