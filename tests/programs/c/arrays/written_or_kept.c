extern int __VERIFIER_nondet_int(void);
void reach_error(void);
int a[1000];
int main(void) {
  for (int k = 1; k < 30; k++) {
    unsigned i = __VERIFIER_nondet_int();
    if (i < 1000 && __VERIFIER_nondet_int())
      a[i] = k;
  }
  unsigned j = __VERIFIER_nondet_int();
  if (j < 1000 && a[j] > 29)
    reach_error();
  return 0;
}
