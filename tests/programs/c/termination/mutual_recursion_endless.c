// Two functions that call each other with the same number.
extern int __VERIFIER_nondet_int(void);
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n > 0 ? n - 1 : n); }
static int odd(int n) { return n == 0 ? 0 : even(n > 0 ? n - 1 : n); }
int main(void) {
  even(__VERIFIER_nondet_int());
  return 0;
}
