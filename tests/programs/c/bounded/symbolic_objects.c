/* Pointers to one of several variables, an index from outside, a structure by value, bytes of a number. */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct pair { int a; short b; };
static struct pair turned(struct pair p) { struct pair q = { p.b, (short)p.a }; return q; }
int main(void)
{
  unsigned x = __VERIFIER_nondet_uint(), bytes;
  int cells[4] = { 1, 2, 3, 4 }, other = 5;
  int *p = x & 1 ? &cells[x >> 1 & 3] : &other;
  *p = 9;
  assert((x & 1) == (other == 5));
  struct pair s = { 7, -2 }, t = turned(s);
  assert(t.a == -2 && t.b == 7);
  unsigned char raw[4];
  memcpy(raw, &x, 2);
  memset(raw + 2, 0, 2);
  memcpy(&bytes, raw, 4);
  assert(bytes == (x & 0xffff));
  assert(cells[2] != 9); // violated: assert
  return 0;
}
