// Members of anonymous structs and unions, nested, belong to the struct around them.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct outer {
  int tag;
  union {
    struct {
      short low, high;
    };
    int both;
    char text[8];
  };
  struct {
    union {
      char letter;
      long long wide;
    };
    int numbers[2];
    struct {
      struct {
        int deepest;
      };
    };
  };
};

static struct outer global = {1, {{2, 3}}, {{.wide = 77}, {8, 9}, {{10}}}};
static struct outer designated = {.deepest = 5, .wide = -1, .both = 0x50004, .tag = 6};

static void show(const char *title, const struct outer *outer) {
  printf("%s: %d %d %d %x %lld %d %d %d\n", title, outer->tag, outer->low, outer->high, (unsigned)outer->both,
         outer->wide, outer->numbers[0], outer->numbers[1], outer->deepest);
}

int main(void) {
  show("global", &global);
  show("designated", &designated);

  struct outer local = global, *pointer = &local;
  pointer->high++;
  pointer->letter = 'x';
  local.deepest -= 20;
  show("local", pointer);
  strcpy(local.text, "ab");
  printf("%x %s\n", (unsigned)local.low, local.text);

  int *deepest = &local.deepest;
  *deepest = 42;
  show("copy", &(struct outer){.low = 1, .high = 2, .numbers[1] = *deepest});

  printf("%zu %zu\n", offsetof(struct outer, high), offsetof(struct outer, deepest) - offsetof(struct outer, numbers));
  printf("%d\n", (char *)&local.letter == (char *)&local.wide);
  return (int)offsetof(struct outer, text);
}
