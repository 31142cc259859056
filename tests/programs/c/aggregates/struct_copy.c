// Assigning a structure copies it: the two are apart afterwards.
#include <assert.h>

struct pair {
  int first, second;
};

struct pair swapped(struct pair p) {
  struct pair result = {p.second, p.first};
  p.first = 9;
  return result;
}

int main(void) {
  struct pair a = {1, 2}, b = a;
  b.first = 5;
  assert(a.first == 1);
  b = swapped(a);
  assert(a.first == 1 && b.first == 2 && b.second == 1);
  return 0;
}
