// Euclid by remainders and recursion.
extern int __VERIFIER_nondet_int(void);
static int gcd(int a, int b) {
  if (b <= 0)
    return a;
  return gcd(b, a % b);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && b > 0)
    gcd(a, b);
  return 0;
}
