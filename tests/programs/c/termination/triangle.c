// The limit of the inner loop is the counter of the outer one.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned steps = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j > 0; j--)
      steps++;
  return 0;
}
