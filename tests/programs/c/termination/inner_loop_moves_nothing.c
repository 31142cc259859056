// The inner loop alone moves the counter, and need not be entered.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  unsigned rounds = 0;
  while (i < n) {
    while (i < n && __VERIFIER_nondet_int())
      i++;
    rounds++;
  }
  return 0;
}
