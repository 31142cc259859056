// A number that bounces between two limits for ever.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), steps = 0;
  int up = 1;
  while (x > 0) {
    if (x > 10000)
      up = 0;
    if (x < 2)
      up = 1;
    x = up ? x + 1 : x - 1;
    steps++;
  }
  return 0;
}
