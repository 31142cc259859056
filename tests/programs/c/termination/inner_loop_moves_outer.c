// The inner loop moves the counter of the outer one on.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) {
    while (i < n && __VERIFIER_nondet_int())
      i++;
    i++;
  }
  return 0;
}
