// A call that makes itself again with a larger number, for ever.
extern int __VERIFIER_nondet_int(void);
static int f(int n) {
  if (n == 0)
    return 0;
  return f(n < 1000 ? n + 1 : 1) + 1;
}
int main(void) {
  f(__VERIFIER_nondet_int());
  return 0;
}
