// A compound literal is an object of the block around it, made anew whenever it is reached.
#include <stdio.h>

struct point {
  int x, y;
};

static struct point *origin = &(struct point){.y = 4};
static int *numbers = (int[]){[2] = 7, 8};

static int length(const char *const *words) {
  int count = 0;
  while (words[count]) count++;
  return count;
}

static struct point sum(const struct point *points, int count) {
  struct point result = {0};
  for (int i = 0; i < count; i++) result = (struct point){result.x + points[i].x, result.y + points[i].y};
  return result;
}

int main(void) {
  origin->x++;
  numbers[0] = numbers[3]++;
  printf("%d %d %d %d %d\n", origin->x, origin->y, numbers[0], numbers[2], numbers[3]);

  for (int i = 0; i < 3; i++) {
    int *fresh = (int[3]){i, i * i};
    fresh[2] += 5;
    printf("%d %d %d, ", fresh[0], fresh[1], fresh[2]);
  }
  puts("");

  int round = 0;
  struct point *previous = 0;
again:;
  struct point *here = &(struct point){round};
  if (previous) printf("%d %d\n", previous == here, here->x);
  previous = here;
  if (++round < 3) goto again;

  struct point total = sum((struct point[]){{1, 2}, {.y = 3}, *here}, 3);
  printf("%d %d\n", total.x, total.y);
  printf("%d %c\n", length((const char *const[]){"a", "b", 0}), *(char[]){"text"});
  (*&(int){5})++;
  printf("%d %zu\n", ++(int){6}, sizeof((char[]){"size"}));
  const struct point *chosen = round ? &(const struct point){1, 9} : origin;
  return chosen->y + (struct point){2, 3}.x;
}
