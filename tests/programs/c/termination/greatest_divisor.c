// Euclid by subtraction: the sum of two positive numbers shrinks.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  while (a > 0 && b > 0 && a != b) {
    if (a > b)
      a = a - b;
    else
      b = b - a;
  }
  return 0;
}
