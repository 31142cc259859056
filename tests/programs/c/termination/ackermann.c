// The function of Ackermann and Peter: a lexicographic measure.
extern int __VERIFIER_nondet_int(void);
static int ackermann(int m, int n) {
  if (m <= 0)
    return n + 1;
  if (n <= 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  ackermann(m, n);
  return 0;
}
