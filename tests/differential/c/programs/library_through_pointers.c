// Functions of the library called through pointers, and through tables of pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct allocator {
  void *(*get)(size_t);
  void *(*resize)(void *, size_t);
  void (*release)(void *);
};

static const struct allocator system_allocator = {malloc, realloc, free};
static size_t (*const lengths[])(const char *) = {strlen, &strlen};

static void *call_copy(void *(*copy)(void *, const void *, size_t), char *to, const char *from) {
  return copy(to, from, strlen(from) + 1);
}

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  char *text = system_allocator.get(8);
  memset(text, 'x', 7);
  text[7] = 0;
  text = system_allocator.resize(text, 40);
  printf("%s %d\n", text, (int)lengths[0](text));
  printf("%d\n", call_copy(memcpy, text, "copied") == text);
  printf("%s %d\n", text, (int)lengths[1](text));
  call_copy(memmove, text + 1, "moved");
  puts(text);
  (*system_allocator.release)(text);

  int (*compare)(const char *, const char *) = strcmp;
  printf("%d %d\n", sign(compare("a", "b")), sign(compare("b", "a")));
  int (*absolute)(int) = abs, (*say)(const char *) = puts, (*print)(const char *, ...) = printf;
  say("said");
  print("%d %s\n", absolute(-4), "printed");
  void (*leave)(int) = exit;
  leave(7);
  puts("never");
  return 1;
}
