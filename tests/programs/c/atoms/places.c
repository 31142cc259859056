/* Everything that programs consist of, for properties to speak about. */
#include <stddef.h>
#include <stdlib.h>

enum color { RED, GREEN = 5, BLUE };
struct node { int k; char c; struct node *next; int values[3]; };

struct node st, *list;
int a[4], m[2][3], *q, i;
enum color col;
char c;
_Bool flag;
int (*handler)(int);

static int twice(int x) { int y = x + x; a[1] = y; return y; }

int main(void) {
  int x = 3;
  st.k = 7;
  st.values[1] = 4;
  list = malloc(sizeof *list);
  if (list == NULL) return 1;
  list->k = 1;
  list->next = &st;
  q = &a[2];
  *q = 2;
  col = BLUE;
  c = 'S';
  for (int j = 0; j < 3; j++) i = j;
  { int j = 10; x += j; }
  m[1][2] = 9;
  flag = 1;
  handler = twice;
  x = handler(x);
  free(list);
  return 0;
}
