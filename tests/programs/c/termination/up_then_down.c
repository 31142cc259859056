// Two phases: up to ten thousand, and down again.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), up = 1;
  while (x > 0) {
    if (x > 10000)
      up = 0;
    x = up ? x + 1 : x - 1;
  }
  return 0;
}
