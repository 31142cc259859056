// Two loops in each other with limits that are inputs.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  unsigned product = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      product++;
  return 0;
}
