// Only from 1 on: at 0 the recursion would go round all integers.
extern int __VERIFIER_nondet_int(void);
int down(int n) {
  if (n == 1)
    return 0;
  return down(n - 1);
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 1 ? 0 : down(n);
}
