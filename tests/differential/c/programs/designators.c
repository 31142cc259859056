// Designated initialisers: ranges, overriding parts of what was given before, effects that happen once.
#include <stdio.h>

#define FROM 1
#define TO 3
#define SOME 2 ... 4
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct point {
  int x, y;
};

struct shape {
  struct point corners[2];
  int colour;
  struct point centre;
  char name[4];
};

struct frame {
  struct point offset;
  struct shape shape;
};

union number {
  int i;
  struct point point;
  char bytes[12];
  double d;
};

static int ranged[] = {[FROM... TO] = 7, [2] = 8, [6] = 1, 2};
static int by_macro[10] = {[SOME] = 3, 4, [0] = 1};
static int table[3][4] = {[0 ... 1][1 ... 2] = 5, [2] = {1, [3] = 2}, [1][2] = 6};
static int without_braces[2][3][2] = {1, 2, {3}, {4, 5}, {{6}, 7}};
static struct shape mixed = {.corners[0].y = 5, 6, .colour = 7, 8, 9, .corners[0] = {1}, .name[1] = 'q', 'r'};
static struct frame deep = {.shape.centre.x = 3, 4, .shape.corners = {[1].y = 2}, .offset = {1}};
static struct point points[] = {[2].x = 3, [0].y = 1, 2, 3, 4, 5};
static union number numbers[] = {{.point = {3, 4}}, {.bytes = "hello"}, {.bytes[2] = 'x'}, {.i = 1, .d = 2.0}};
static int *addresses[] = {&ranged[1], ranged + 2, (int[]){4, 5, 6} + 1, &((int[3]){7, 8, 9})[2]};
static const char *tail = &"hello"[2];

static void show(const char *title, const void *array, size_t count) {
  const int *values = array;
  printf("%s:", title);
  for (size_t i = 0; i < count; i++) printf(" %d", values[i]);
  puts("");
}

static void show_shape(const char *title, struct shape s) {
  printf("%s: %d %d %d %d %d %d %d [%d %d %d %d]\n", title, s.corners[0].x, s.corners[0].y, s.corners[1].x,
         s.corners[1].y, s.colour, s.centre.x, s.centre.y, s.name[0], s.name[1], s.name[2], s.name[3]);
}

static void show_constants(void) {
  show("ranged", ranged, COUNT(ranged));
  show("by_macro", by_macro, COUNT(by_macro));
  show("table", table, 12);
  show("without_braces", without_braces, 12);
  show_shape("mixed", mixed);
  show_shape("deep", deep.shape);
  show("points", points, 2 * COUNT(points));
  printf("%d %s %d %g\n", numbers[0].point.y, numbers[1].bytes, numbers[2].bytes[2], numbers[3].d);
  printf("%d %d %d %d %s\n", *addresses[0], *addresses[1], *addresses[2], *addresses[3], tail);
}

int main(void) {
  show_constants();

  static int commented[] = {[0] = 1, [0 /* ... */] = 2, [1] /* ... */ = 3, /* [4 ... 5] = 1, */ [2] = 4};
  int gaps[2][2] = {[0] /* ... */ [1] = 5};
  show("commented", commented, COUNT(commented));
  show("gaps", gaps, 4);

  int i = 3;
  int once[] = {[0 ... 2] = i++, [4] = i++};
  show("once", once, COUNT(once));
  printf("%d\n", i);

  struct point whole = {40, 50};
  struct shape first = {whole, whole, i, whole, "zz"};
  show_shape("first", first);
  struct shape second = {.corners = {whole, {1}}, .centre = whole, .centre.x = i + 1};
  show_shape("second", second);
  struct frame framed = {.shape = first, .shape.colour = 99, .offset.y = 4};
  show_shape("framed", framed.shape);
  struct point row[] = {[0 ... 3] = whole, [1].y = 7, [2] = {.y = 8}};
  show("row", row, 2 * COUNT(row));
  int rows[2][3] = {[0 ... 1] = {1, 2, 3}, [1][1] = 9};
  show("rows", rows, 6);
  first = (struct shape){.corners = {whole}, .name = {'a', [3] = 'b'}};
  show_shape("assigned", first);
  return i;
}
