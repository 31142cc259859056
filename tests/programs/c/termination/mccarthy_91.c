// The function of McCarthy: what it returns matters for the call outside.
extern int __VERIFIER_nondet_int(void);
static int f(int n) {
  if (n > 100)
    return n - 10;
  return f(f(n + 11));
}
int main(void) {
  f(__VERIFIER_nondet_int());
  return 0;
}
