// Functions with the attribute constructor run before main in the order of their definitions.
#include <stdio.h>
#include <stdlib.h>

static int order[3], count;

__attribute__((constructor)) static void first(void) { order[count++] = 10; }
static void __attribute__((constructor, used)) second(void) {
  order[count++] = 20;
  puts("before main");
}
static void third(void) __attribute__((constructor));

static void at_exit(void) { puts("at exit"); }

static void third(void) { order[count++] = 30; }

int main(void) {
  atexit(at_exit);
  printf("%d: %d %d %d\n", count, order[0], order[1], order[2]);
  return count;
}
