/* What may be done with arrays inside of objects without leaving their declared bounds. */
#include <stdlib.h>
#include <string.h>

struct record { int before; char a[4]; int after; } s, t;
struct hack { int n; char tail[1]; };
struct open { int n; char tail[]; };
union view { char b[4]; int x; } u;
typedef struct { int v[3]; } vector;

vector p[2];
int m[2][3];

static int second(struct record *r, unsigned i) { return r->a[i % 4]; }

int main(void) {
  int total = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) total += m[i][j] + p[i].v[j];
  char *end = &s.a[4];                       /* one past the end is no access */
  for (char *at = s.a; at < end; at++) total += *at;
  total += (s.a + 2)[1] + *(s.a + 4 - 1) + 3[s.a] + second(&s, 7);
  unsigned char *bytes = (unsigned char *)&s; /* all bytes of an object */
  total += bytes[9] + (int)sizeof(s.a[9]);
  memcpy(&s.a, &t.a, sizeof s - 4);
  u.x = 5;
  total += u.b[3];
  struct hack *h = malloc(sizeof *h + 8);
  struct open *o = malloc(sizeof *o + 8);
  h->tail[5] = o->tail[5] = 1;
  total += h->tail[5] + o->tail[5];
  free(h);
  free(o);
  return total;
}
