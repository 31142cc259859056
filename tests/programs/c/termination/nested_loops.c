// The inner loop does not write what the outer one counts.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j > 0; j--)
      s = s ^ j;
  return s;
}
