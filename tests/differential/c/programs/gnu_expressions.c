// Statement expressions, the conditional without a middle, typeof, _Generic, and a list with container_of.
#include <stddef.h>
#include <stdio.h>

#define MAXIMUM(a, b)                                                                                                  \
  ({                                                                                                                   \
    __typeof__(a) left = (a);                                                                                          \
    __typeof__(b) right = (b);                                                                                         \
    left > right ? left : right;                                                                                       \
  })
#define NAME(x)                                                                                                        \
  _Generic((x), int: "int", unsigned: "unsigned", long: "long", double: "double", float: "float", char *: "string",    \
           char: "char", int *: "pointer", _Bool: "bool", default: "other")
#define container_of(pointer, type, member)                                                                            \
  ({                                                                                                                   \
    const __typeof__(((type *)0)->member) *inside = (pointer);                                                         \
    (type *)((char *)inside - offsetof(type, member));                                                                 \
  })

struct link {
  struct link *next, *previous;
};
struct item {
  int number;
  struct link link;
};

static void insert(struct link *new, struct link *head) {
  new->next = head->next;
  new->previous = head;
  head->next->previous = new;
  head->next = new;
}

struct triple {
  int values[3];
};
static struct triple triple(int x) { return (struct triple){{x, x + 1, x + 2}}; }

static int count;
static int counted(void) { return count++; }

static void show_statement_expressions(void) {
  int i = 3;
  int larger = MAXIMUM(i++, 2);
  printf("%d %d\n", larger, i);
  int jumped = ({
    int y = 3;
    if (y > 2) goto out;
    y = 9;
  out:
    y + 1;
  });
  printf("%d %d\n", jumped, ({ ({ int z = 2; z * z; }) + ({ int z = 3; z; }); }));
  printf("%d %d\n", ({ struct triple t = triple(4); t; }).values[1], (i ? triple(1) : triple(2)).values[0]);
  for (int k = 0; k < 4; k++) {
    int value = ({
      if (k == 1) continue;
      if (k == 3) break;
      k * 10;
    });
    printf("%d ", value);
  }
  puts("");
}

static void show_conditionals(void) {
  int value = counted() ?: 55;
  printf("%d %d\n", value, count);
  value = counted() ?: 66;
  printf("%d %d\n", value, count);
  const char *text = 0;
  printf("%s\n", text ?: "nothing");
}

static void show_types(void) {
  int i = 1;
  __auto_type real = 2.5f;
  printf("%s %s %s %s %s\n", NAME('a'), NAME(1u), NAME(1L), NAME(real), NAME("s"));
  printf("%s %s %s %s\n", NAME((char)1), NAME(&i), NAME((_Bool)1), NAME((short)1 + (short)1));
  typeof(int[3]) array = {1, 2, 3};
  typeof(&array) pointer = &array;
  printf("%d %d\n", (*pointer)[1], __builtin_types_compatible_p(int *, char *));
  printf("%d %d\n", __builtin_choose_expr(sizeof(int) == 4, 11, "no"), (int)sizeof(*pointer));
  void *moved = array;
  moved += sizeof(int);
  printf("%d\n", *(int *)moved);
}

int main(void) {
  show_statement_expressions();
  show_conditionals();
  show_types();
  struct link head = {&head, &head};
  struct item items[3] = {{1}, {2}, {3}};
  for (int i = 0; i < 3; i++) insert(&items[i].link, &head);
  int number = 0;
  for (struct link *link = head.next; link != &head; link = link->next)
    number = number * 10 + container_of(link, struct item, link)->number;
  printf("%d\n", number);
  return number % 256;
}
