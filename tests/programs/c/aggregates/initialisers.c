// What an initialiser does not mention is zero; designators may come in any order, and the last one counts.
#include <assert.h>

struct point {
  int x, y, z;
};
int table[5] = {[3] = 7, 8, [0] = 1, [0] = 2};
struct point points[2] = {[1].y = 4, [0] = {1, 2, 3}};
char word[8] = "abc";
char exact[3] = "xyz";

int main(void) {
  struct point local = {.z = 3, .x = 1};
  assert(table[0] == 2 && table[1] == 0 && table[3] == 7 && table[4] == 8);
  assert(points[0].z == 3 && points[1].x == 0 && points[1].y == 4);
  assert(word[2] == 'c' && word[3] == 0 && word[7] == 0);
  assert(exact[2] == 'z' && sizeof exact == 3);
  assert(local.x == 1 && local.y == 0 && local.z == 3);
  return 0;
}
